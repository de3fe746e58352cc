import type { ReactElement, ReactNode } from "react";

import { Tabs } from "../components/tabs";

export type CaseTab = "derivation" | "comments" | "history";
const TABS: readonly CaseTab[] = ["derivation", "comments", "history"];

/** Returns the tab after this one. */
export function nextTab(tab: CaseTab): CaseTab {
  return TABS[(TABS.indexOf(tab) + 1) % TABS.length] ?? "derivation";
}

interface CaseSideProps {
  readonly tab: CaseTab;
  readonly commentCount: number | undefined;
  readonly onTab: (tab: CaseTab) => void;
  /** What a person has to look at before anything else. */
  readonly notes: ReactNode;
  readonly children: Readonly<Record<CaseTab, () => ReactNode>>;
}

/** Beside the case: what the engine makes of it, what people say of it, and how it came about. */
export function CaseSide({ tab, commentCount, onTab, notes, children }: CaseSideProps): ReactElement {
  return (
    <section className="col chrome cside" aria-label="Beside the case">
      <Tabs<CaseTab>
        label="Beside the case"
        id="cside"
        tabs={[
          { name: "derivation", words: "Derivation" },
          { name: "comments", words: "Comments", count: commentCount },
          { name: "history", words: "History" },
        ]}
        current={tab}
        onChoose={onTab}
      />
      <div className="dv-notes">{notes}</div>
      <div
        className={tab === "derivation" ? "cside-p" : "cside-p pane"}
        role="tabpanel"
        id="cside-panel"
        aria-labelledby={`cside-${tab}`}
        // What has no field of its own is scrolled by keyboard too.
        tabIndex={tab === "derivation" ? -1 : 0}
      >
        {children[tab]()}
      </div>
    </section>
  );
}
