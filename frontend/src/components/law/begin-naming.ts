import type { Editing } from "../editing";

/** Opens the field for the name of the argument in focus, or of the one that a suggestion would make. */
export function beginNaming({ store }: Editing): void {
  const { argument, suggestion } = store.get();
  const named = argument ?? suggestion;
  if (named === null) store.send({ type: "said", text: "No argument is in focus." });
  else store.send({ type: "renameBegun", argument: named });
}
