import { useQuery } from "@tanstack/react-query";

import { statuteQuery } from "../api/queries";
import type { LayerChoice, Statute } from "../api/types";
import { isSection } from "../text/labels";

/** Returns the statute of a label with the placeholders that the person sees: their own where there are some, else the gold. */
export function useStatuteOf(slug: string, label: string | null, layer: LayerChoice): Statute | undefined {
  const section = label?.split("(")[0];
  const enabled = isSection(section);
  const gold = useQuery({ ...statuteQuery(slug, section ?? ""), enabled });
  const mine = useQuery({
    ...statuteQuery(slug, section ?? "", "mine"),
    enabled: enabled && layer === "mine",
  });
  const own = mine.data?.layers.find((one) => one.label === label);
  return layer === "mine" && own !== undefined && own.mentions.length > 0 ? mine.data : gold.data;
}
