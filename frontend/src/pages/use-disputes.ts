import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { disputesQuery } from "../api/queries";
import type { Role } from "../api/types";
import type { Disputes } from "../model/outline";

/** Returns the subsections of a statute on which people differ; null for those who may not see others' work. */
export function useDisputes(slug: string, section: string, role: Role | null): Disputes {
  const may = role === "reviewer" || role === "manager";
  const { data } = useQuery({ ...disputesQuery(slug, section), enabled: may });
  return useMemo(() => (may ? new Set(data ?? []) : null), [may, data]);
}
