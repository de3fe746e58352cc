import type { ReactElement } from "react";

import { Icon } from "./icons";

/** True, false or open: a sign and a word. */
export function TruthChip({ truth }: { truth: boolean | null }): ReactElement {
  if (truth === null) return <span className="chip">open</span>;
  return (
    <span className={truth ? "chip ok" : "chip bad"}>
      <Icon name={truth ? "check" : "cross"} /> {truth ? "true" : "false"}
    </span>
  );
}
