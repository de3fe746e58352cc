import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";

import { originsQuery } from "../api/review";
import type { WorkbenchStore } from "../components/law/subsection";
import { sayOrigin } from "../model/review/origins";
import { useSlice } from "../model/store";

interface OriginLineProps {
  readonly slug: string;
  readonly store: WorkbenchStore;
  readonly label: string;
}

/** Whom the item in focus of gold came from, and who decided it. */
export function OriginLine({ slug, store, label }: OriginLineProps): ReactElement | null {
  const mention = useSlice(store, (state) => state.mention);
  const argument = useSlice(store, (state) => state.argument);
  const tab = useSlice(store, (state) => state.tab);
  const { data } = useQuery(originsQuery({ slug, kind: "subsections", name: label }));
  if (data === undefined || data.length === 0) return null;
  const item =
    tab === "clause"
      ? "clause"
      : mention !== null
        ? `mention:${mention}`
        : argument !== null
          ? `argument:${argument}`
          : null;
  return (
    <p className="origin" role="status">
      {sayOrigin(data, item)}
    </p>
  );
}
