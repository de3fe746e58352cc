/** Where items of gold come from, in words. */
import type { components } from "../../api/schema";
import { countWords, formatTime } from "../../text/counting";
import { joinNames } from "./words";

export type Origin = components["schemas"]["OriginOutput"];

function sayWhy({ comment, guideline }: Origin): string {
  const said = [comment, guideline === "" ? "" : `guidelines ${guideline}`].filter((one) => one !== "");
  return said.length === 0 ? "" : ` (${said.join("; ")})`;
}

/** Returns whom one item came from and who decided; without an item, how the whole came to be. */
export function sayOrigin(origins: readonly Origin[], item: string | null): string {
  const found = item === null ? undefined : origins.find((one) => one.item === item);
  if (found !== undefined) {
    const from = found.edited ? "Written in review" : `From ${joinNames(found.authors)}`;
    const how = found.decided_by === null ? "all agreed" : `decided by ${found.decided_by}${sayWhy(found)}`;
    return `${from}, ${how}.`;
  }
  const first = origins[0];
  if (first === undefined) return "";
  const decided = origins.filter((one) => one.decided).length;
  return `Accepted by ${first.accepted_by}, ${formatTime(first.accepted_at)}: ${countWords(origins.length, "item")}, ${decided} decided, the rest agreed.`;
}
