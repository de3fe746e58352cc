/** Operations and layers as JSON, both ways. An operation is its own JSON, so only reading has rules. */

import type { Named, Operation, OpName, SingleOperation } from "./edits-operations";
import * as read from "./edits-read";
import { catchRefusal, joinPath, refuse } from "./edits-refusal";
import type { Refused } from "./edits-refusal";
import {
  emptyLayer,
  orderedArguments,
  orderedInstantiations,
  orderedMentions,
  orderedValues,
  valueKey,
} from "./edits-state";
import type { Argument, CaseValue, Clause, Decision, Instantiation, Layer, Mention } from "./edits-state";

const { readId, readName, readOffset, readOrder, readString } = read;
const suggestion = read.nullable(readId);
const valueType = read.choiceOf("span", "integer");
const role = read.choiceOf("given", "found");
const decision = read.choiceOf("accepted", "rejected");
const unsuggested = { from_suggestion: null };

const readArgument = read.objectOf<Argument>(
  { id: readId, name: readName, value_type: valueType, order: readOrder, from_suggestion: suggestion },
  unsuggested,
);
const readMention = read.objectOf<Mention>(
  { id: readId, start: readOffset, end: readOffset, argument: readId, from_suggestion: suggestion },
  unsuggested,
);
const readClauseText: read.Reader<string> = (value, path) =>
  readString(value, path) || refuse("text_empty", "A clause that is not there is null.", path);
const readClause = read.objectOf<Clause>(
  { text: read.nullable(readClauseText), note: readString, from_suggestion: suggestion },
  unsuggested,
);
const readCaseValue = read.objectOf<CaseValue>(
  {
    name: readName,
    role,
    value: read.readValue,
    order: readOrder,
    evidence: read.listOf(read.readSpan),
    from_suggestion: suggestion,
  },
  { evidence: [], ...unsuggested },
);
const readBareInstantiation = read.objectOf<Instantiation>(
  {
    id: readId,
    label: read.readLabel,
    order: readOrder,
    truth: read.readTruth,
    values: read.listOf(readCaseValue),
  },
  { truth: null, values: [] },
);
const readInstantiation: read.Reader<Instantiation> = (value, path) => {
  const one = readBareInstantiation(value, path);
  const keys = one.values.map((v) => valueKey(v.role, v.name));
  read.refuseRepeats(keys, joinPath(path, "values"), "name_repeated");
  return one;
};
const readMentionIds: read.Reader<readonly string[]> = (value, path) => {
  const ids = read.listOf(readId)(value, path);
  read.refuseRepeats(ids, path, "id_repeated");
  return ids;
};

type Fields<Name extends OpName> = Omit<Named<Name>, "op">;
const SHAPES: { readonly [Name in OpName]: read.Shape<Fields<Name>> } = {
  add_mention: { mention: readMention },
  remove_mention: { id: readId },
  resize_mention: { id: readId, start: readOffset, end: readOffset },
  assign_mention: { id: readId, argument: readId },
  new_argument: { argument: readArgument },
  rename_argument: { id: readId, name: readName },
  retype_argument: { id: readId, value_type: valueType },
  remove_argument: { id: readId },
  merge_arguments: { into: readId, source: readId },
  split_argument: { source: readId, argument: readArgument, mentions: readMentionIds },
  set_clause: { clause: readClause },
  add_instantiation: { instantiation: readInstantiation },
  remove_instantiation: { id: readId },
  set_truth: { instantiation: readId, truth: read.readTruth },
  set_value: { instantiation: readId, value: readCaseValue },
  clear_value: { instantiation: readId, role, name: readName },
  decide_suggestion: { suggestion: readId, decision: read.nullable(decision) },
  mark_stale: { item: read.readItem, reason: read.readReason },
  clear_stale: { item: read.readItem },
  submit_layer: {},
  reopen_layer: { to: read.choiceOf("in_progress", "returned", "submitted"), reason: readString },
  accept_layer: {},
  return_layer: { reason: readString },
};

/** Returns the operation that this JSON says, or the place of its first fault. */
export function operationFromJson(
  data: unknown,
): { readonly ok: true; readonly operation: Operation } | Refused {
  return catchRefusal(() => ({ ok: true, operation: readOperation(data, "") }) as const);
}

export const readOperation: read.Reader<Operation> = (value, path) => {
  if (readOpName(value, path) !== "batch") return readSingle(value, path);
  const shape = { op: read.readShort, ops: read.listOf(readSingle) };
  const { ops } = read.objectOf<{ op: string; ops: readonly SingleOperation[] }>(shape)(value, path);
  if (ops.length === 0) refuse("batch_empty", "A batch needs at least one operation.", joinPath(path, "ops"));
  return { op: "batch", ops };
};

const readSingle: read.Reader<SingleOperation> = (value, path) => {
  const name = readOpName(value, path);
  if (name === "batch") return refuse("batch_nested", "A batch cannot hold a batch.", path);
  const shape = { op: read.readShort, ...SHAPES[name] };
  return read.objectOf<object>(shape)(value, path) as SingleOperation;
};

function readOpName(value: unknown, path: string): OpName | "batch" {
  if (!read.isObject(value)) return read.refuseType("an operation", path);
  if (!Object.hasOwn(value, "op")) refuse("field_missing", "“op” is missing.", joinPath(path, "op"));
  const name = value.op;
  if (typeof name !== "string" || !(name === "batch" || Object.hasOwn(SHAPES, name)))
    return refuse("op_unknown", "There is no such operation.", joinPath(path, "op"));
  return name as OpName | "batch";
}

/** A layer with its items in order; equal layers give equal JSON. */
export interface LayerJson {
  readonly id: string;
  readonly kind: Layer["kind"];
  readonly parts: Layer["parts"];
  readonly state: Layer["state"];
  readonly reason: string;
  readonly arguments: readonly Argument[];
  readonly mentions: readonly Mention[];
  readonly clause: Clause;
  readonly instantiations: readonly Instantiation[];
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly stale: Readonly<Record<string, string>>;
}

export function layerToJson(layer: Layer): LayerJson {
  return {
    ...layer,
    arguments: orderedArguments(layer),
    mentions: orderedMentions(layer),
    instantiations: orderedInstantiations(layer).map((i) => ({ ...i, values: orderedValues(i.values) })),
    decisions: Object.fromEntries([...layer.decisions].sort(([a], [b]) => (a < b ? -1 : 1))),
    stale: Object.fromEntries([...layer.stale].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const readDecisions: read.Reader<Readonly<Record<string, Decision>>> = (value, path) => {
  if (!read.isObject(value)) return read.refuseType("an object", path);
  const found = Object.entries(value).map(([key, item]) => [
    readId(key, path),
    decision(item, joinPath(path, key)),
  ]);
  return Object.fromEntries(found) as Record<string, Decision>;
};

const readStale: read.Reader<Readonly<Record<string, string>>> = (value, path) => {
  if (!read.isObject(value)) return read.refuseType("an object", path);
  const found = Object.entries(value).map(([key, item]) => [
    read.readItem(key, path),
    read.readReason(item, joinPath(path, key)),
  ]);
  return Object.fromEntries(found) as Record<string, string>;
};

const readLayer = read.objectOf<LayerJson>(
  {
    id: readId,
    kind: read.choiceOf("subsection", "case"),
    parts: read.listOf(read.readSpan),
    state: read.choiceOf("in_progress", "submitted", "accepted", "returned"),
    reason: readString,
    arguments: read.listOf(readArgument),
    mentions: read.listOf(readMention),
    clause: readClause,
    instantiations: read.listOf(readInstantiation),
    decisions: readDecisions,
    stale: readStale,
  },
  layerToJsonDefaults(),
);

function layerToJsonDefaults(): Partial<LayerJson> {
  const { state, reason, clause } = emptyLayer("", "subsection", []);
  return { state, reason, clause, arguments: [], mentions: [], instantiations: [], decisions: {}, stale: {} };
}

/** Returns the layer that this JSON says, what is left out being empty, or its first fault. */
export function layerFromJson(data: unknown): { readonly ok: true; readonly layer: Layer } | Refused {
  return catchRefusal(() => {
    const json = readLayer(data, "");
    const layer: Layer = {
      ...json,
      arguments: byId(json.arguments, "arguments"),
      mentions: byId(json.mentions, "mentions"),
      instantiations: byId(
        json.instantiations.map((i) => ({ ...i, values: orderedValues(i.values) })),
        "instantiations",
      ),
      decisions: new Map(Object.entries(json.decisions)),
      stale: new Map(Object.entries(json.stale)),
    };
    return { ok: true, layer } as const;
  });
}

function byId<T extends { readonly id: string }>(items: readonly T[], path: string): ReadonlyMap<string, T> {
  read.refuseRepeats(
    items.map((item) => item.id),
    path,
    "id_repeated",
  );
  return new Map(items.map((item) => [item.id, item]));
}
