/** Changes of a layer as values: apply, invert, rebase, replay, undo. See docs/edits.md. */

export * from "./edits-apply";
export * from "./edits-log";
export * from "./edits-operations";
export * from "./edits-plans";
export * from "./edits-rebase";
export * from "./edits-state";
export * from "./edits-undo";
export { layerFromJson, layerToJson, operationFromJson } from "./edits-wire";
export type { LayerJson } from "./edits-wire";
export type { Refusal, Refused } from "./edits-refusal";
