/** How the instantiations of a case change. */

import type { Change } from "./edits-apply";
import type { CaseOperation, Named } from "./edits-operations";
import { joinPath, refuse } from "./edits-refusal";
import { orderedValues, valueKey } from "./edits-state";
import type { CaseValue, Instantiation, Layer, Role } from "./edits-state";
import { requirePlace } from "./edits-place";

export function applyCase(layer: Layer, op: CaseOperation): Change {
  switch (op.op) {
    case "add_instantiation":
      return addInstantiation(layer, op);
    case "remove_instantiation": {
      const instantiation = getInstantiation(layer, op.id, "id");
      const instantiations = new Map(layer.instantiations);
      instantiations.delete(op.id);
      return [
        { ...layer, instantiations },
        { op: "add_instantiation", instantiation },
      ];
    }
    case "set_truth": {
      const before = getInstantiation(layer, op.instantiation, "instantiation");
      return [put(layer, { ...before, truth: op.truth }), { ...op, truth: before.truth }];
    }
    case "set_value":
      return setValue(layer, op);
    case "clear_value":
      return clearValue(layer, op);
  }
}

function addInstantiation(layer: Layer, op: Named<"add_instantiation">): Change {
  const one = op.instantiation;
  if (layer.instantiations.has(one.id))
    refuse("id_taken", "This id is in use already.", "instantiation.id", { id: one.id });
  one.values.forEach((value, i) => {
    requireEvidence(layer, value, `instantiation.values.${i}`);
  });
  return [put(layer, one), { op: "remove_instantiation", id: one.id }];
}

function setValue(layer: Layer, op: Named<"set_value">): Change {
  const one = getInstantiation(layer, op.instantiation, "instantiation");
  requireEvidence(layer, op.value, "value");
  const { role, name } = op.value;
  const before = findValue(one, role, name);
  const values = [...one.values.filter((v) => v !== before), op.value];
  const after = put(layer, { ...one, values });
  if (before) return [after, { ...op, value: before }];
  return [after, { op: "clear_value", instantiation: one.id, role, name }];
}

function clearValue(layer: Layer, op: Named<"clear_value">): Change {
  const one = getInstantiation(layer, op.instantiation, "instantiation");
  const before = findValue(one, op.role, op.name);
  if (!before) return refuse("value_unknown", `${op.name} has no value here.`, "name", { name: op.name });
  const after = put(layer, { ...one, values: one.values.filter((v) => v !== before) });
  return [after, { op: "set_value", instantiation: one.id, value: before }];
}

/** Values are kept in order, so that equal layers are equal data. */
function put(layer: Layer, one: Instantiation): Layer {
  const sorted = { ...one, values: orderedValues(one.values) };
  return { ...layer, instantiations: new Map(layer.instantiations).set(one.id, sorted) };
}

function findValue(one: Instantiation, role: Role, name: string): CaseValue | undefined {
  const key = valueKey(role, name);
  return one.values.find((v) => valueKey(v.role, v.name) === key);
}

function getInstantiation(layer: Layer, id: string, path: string): Instantiation {
  const found = layer.instantiations.get(id);
  if (found) return found;
  const message = "The layer has no such instantiation.";
  return refuse("instantiation_unknown", message, path, { instantiation: id });
}

/** Evidence lies in the case's text; pieces of evidence may share characters. */
function requireEvidence(layer: Layer, value: CaseValue, path: string): void {
  value.evidence.forEach(([start, end], i) => {
    requirePlace(start, end, layer.parts, joinPath(path, "evidence", String(i)));
  });
}
