/** Reviews as the server sends them, with contents by kind and ranges as pairs. */
import type { components } from "../../api/schema";
import type { Range, Value } from "../../api/types";

type Schemas = components["schemas"];

export type QueueRow = Schemas["QueueRowOutput"];
export type LayerArgument = Omit<Schemas["ReviewArgumentOutput"], "spans"> & {
  readonly spans: readonly Range[];
};
export type ReviewLayer = Omit<Schemas["ComparedLayerOutput"], "arguments"> & {
  readonly arguments: readonly LayerArgument[];
};

export interface ClusterArgument {
  readonly name: string;
  readonly value_type: "span" | "integer";
  readonly spans: readonly Range[];
}

/** What a version says, by the kind of its item. */
export interface Contents {
  readonly span: { readonly spans: readonly Range[] };
  readonly cluster: { readonly arguments: readonly ClusterArgument[] };
  readonly argument: { readonly present: boolean };
  readonly name: { readonly name: string };
  readonly type: { readonly value_type: "span" | "integer" };
  readonly clause: { readonly text: string | null; readonly note: string };
  readonly row: { readonly present: boolean };
  readonly truth: { readonly truth: boolean | null };
  readonly value: { readonly value: Value | null; readonly evidence: readonly Range[] };
}
export type ItemKind = keyof Contents;
export type Content = Contents[ItemKind];

export interface Version<Kind extends ItemKind = ItemKind> {
  readonly number: number;
  readonly layers: readonly number[];
  readonly content: Contents[Kind];
  readonly words: readonly string[];
}

interface ItemOf<Kind extends ItemKind> {
  readonly key: string;
  readonly kind: Kind;
  readonly relation: string;
  readonly disputed: boolean;
  readonly at: Range | null;
  readonly subject: string;
  readonly fingerprint: string;
  readonly versions: readonly Version<Kind>[];
}
export type Item = { [Kind in ItemKind]: ItemOf<Kind> }[ItemKind];
export type ItemFor<Kind extends ItemKind> = ItemOf<Kind>;

/** What a person chose for an item; neither a version nor a content means undecided again. */
export interface Decided {
  readonly key: string;
  readonly take: number | null;
  readonly edit: Content | null;
  readonly comment: string;
  readonly guideline: string;
}
export interface Decision extends Decided {
  readonly decided_by: string;
  readonly decided_at: string;
}

export type Review = Omit<Schemas["ReviewOutput"], "parts" | "layers" | "items" | "decisions"> & {
  readonly parts: readonly Range[];
  readonly layers: readonly ReviewLayer[];
  readonly items: readonly Item[];
  readonly decisions: readonly Decision[];
};

export interface Source {
  readonly from: readonly string[];
  readonly item: string;
  readonly edited: boolean;
}
export type Preview = Omit<Schemas["ReviewPreviewOutput"], "sources"> & {
  readonly sources: Readonly<Record<string, Source>>;
};
