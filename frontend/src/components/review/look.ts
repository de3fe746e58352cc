/** Looks of the layers laid over each other: a colour and a form of the rule each. */
export const LAYER_LOOKS = 6;

/** Returns the class that sets a layer's colour, lay0 to lay5; looks repeat, names do not. */
export function layerLook(index: number): string {
  return `lay${index % LAYER_LOOKS}`;
}
