/** Which subsection to take next: as the statute has them, by the work that is left, or by the model's doubt. */
import type { StatuteDocument } from "./document";

export type OutlineOrder = "document" | "work" | "uncertainty";
export const OUTLINE_ORDERS: readonly OutlineOrder[] = ["document", "work", "uncertainty"];
export const ORDER_WORDS: Readonly<Record<OutlineOrder, string>> = {
  document: "Order of the statute",
  work: "Most work first",
  uncertainty: "Model least sure first",
};

/** Key presses, by the key map: a suggestion that is right; one that is wrong, rejected and made anew. */
const RIGHT = 1;
const WRONG = 4;
/** A mention by hand, and a clause. */
const BY_HAND = 3;
const CLAUSE = 10;
/** Letters of law for each mention, roughly, where no model has said anything. */
const LETTERS_A_MENTION = 60;

/** Returns how many key presses a subsection is likely to take still; 0 once it is submitted. */
export function expectedWork(document: StatuteDocument, label: string): number {
  const layer = document.layers.get(label);
  if (layer?.state === "submitted" || layer?.state === "accepted") return 0;
  const clause = layer?.clause == null ? CLAUSE : 0;
  const open = document.suggested.get(label) ?? [];
  if (open.length > 0)
    return (
      clause +
      open.reduce((sum, { confidence = 0 }) => sum + confidence * RIGHT + (1 - confidence) * WRONG, 0)
    );
  if ((layer?.mentions.length ?? 0) > 0) return clause;
  const parts = document.byLabel.get(label)?.parts ?? [];
  const letters = parts.reduce((sum, [start, end]) => sum + end - start, 0);
  return clause + (letters / LETTERS_A_MENTION) * BY_HAND;
}

/** Returns how unsure the model is of what is open here, between 0 and 1; null where nothing is. */
export function uncertaintyOf(document: StatuteDocument, label: string): number | null {
  const open = document.suggested.get(label) ?? [];
  if (open.length === 0) return null;
  return open.reduce((sum, { confidence = 0 }) => sum + 1 - confidence, 0) / open.length;
}

/** Returns the rows in this order; equal ones stay as the statute has them. */
export function sortRows<Row extends { readonly label: string }>(
  document: StatuteDocument,
  rows: readonly Row[],
  order: OutlineOrder,
): readonly Row[] {
  if (order === "document") return rows;
  const measure = ({ label }: Row): number =>
    order === "work" ? expectedWork(document, label) : (uncertaintyOf(document, label) ?? -1);
  return rows
    .map((row) => ({ row, by: measure(row) }))
    .sort((a, b) => b.by - a.by)
    .map(({ row }) => row);
}
