/**
 * How a layer is submitted, reopened, accepted and returned. The reason belongs to the state "returned"
 * alone, so leaving it puts the reason into the inverse and no other state has one.
 */

import type { Change } from "./edits-apply";
import type { StateOperation } from "./edits-operations";
import { refuse } from "./edits-refusal";
import type { Layer, LayerState } from "./edits-state";

const SUBMIT = { op: "submit_layer" } as const;
const ACCEPT = { op: "accept_layer" } as const;

export function applyState(layer: Layer, op: StateOperation): Change {
  const { state, reason } = layer;
  switch (op.op) {
    case "submit_layer":
      if (state !== "in_progress" && state !== "returned") return refuseMove(layer, "submitted");
      return [move(layer, "submitted"), { op: "reopen_layer", to: state, reason }];
    case "reopen_layer":
      if (state === "accepted" && op.to === "submitted") return [move(layer, "submitted"), ACCEPT];
      if (state === "submitted" && op.to !== "submitted") return [move(layer, op.to, op.reason), SUBMIT];
      return refuseMove(layer, op.to);
    case "accept_layer":
      if (state !== "submitted") return refuseMove(layer, "accepted");
      return [move(layer, "accepted"), { op: "reopen_layer", to: "submitted", reason: "" }];
    case "return_layer": {
      if (state !== "submitted" && state !== "accepted") return refuseMove(layer, "returned");
      const back = state === "accepted" ? ({ op: "batch", ops: [SUBMIT, ACCEPT] } as const) : SUBMIT;
      return [move(layer, "returned", op.reason), back];
    }
  }
}

function move(layer: Layer, state: LayerState, reason = ""): Layer {
  return { ...layer, state, reason: state === "returned" ? reason : "" };
}

function refuseMove(layer: Layer, to: LayerState): never {
  const message = `A layer that is ${layer.state} cannot become ${to}.`;
  return refuse("state_invalid", message, "", { state: layer.state, to });
}
