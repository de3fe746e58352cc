import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { useNavigate } from "react-router";

import { projectQuery } from "../api/queries";
import type { LayerChoice, Statute } from "../api/types";
import { ClauseText } from "../components/clause-editor/clause-text";
import { DraftOffer } from "../components/clause-editor/draft-offer";
import { References } from "../components/clause-editor/references";
import type { EditorHandle } from "../components/clause-editor/text-editor";
import { useClauseDesk } from "../components/clause-editor/use-clause-desk";
import { useDeskProps } from "../components/clause-editor/use-desk-props";
import { ClausePanes, focusPane } from "../components/clause-panes";
import type { WorkbenchStore } from "../components/law/subsection";
import type { KeyHandlers } from "../components/use-keys";
import { useSlice } from "../model/store";
import { titleWords } from "../text/labels";
import { clausePath, homePath, statutePath } from "./addresses";
import { Shell } from "./shell";

const WIDTH = 72;

export interface ClauseBenchProps {
  readonly slug: string;
  readonly statute: Statute;
  readonly layer: LayerChoice;
  readonly store: WorkbenchStore;
  readonly announcer: ReactNode;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly notes?: ReactNode;
  /** Goes back to the statute, to the same place. */
  readonly onBack: () => void;
}

/** A clause at full width: text, graph, references and wires of one term. */
export function ClauseBench(props: ClauseBenchProps): ReactElement {
  const focus = useSlice(props.store, (state) => state.focus);
  return <Panes key={focus} {...props} label={focus ?? props.statute.section} />;
}

export default ClauseBench;

function Panes(all: ClauseBenchProps & { readonly label: string }): ReactElement {
  const { slug, statute, layer, store, label, onBack } = all;
  const navigate = useNavigate();
  const props = useDeskProps(store, slug, layer, label, WIDTH);
  const desk = useClauseDesk(props);
  const editor = useRef<EditorHandle>(null);
  const list = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLElement>(null);
  const { data: project } = useQuery(projectQuery(slug));
  const subsection = useSlice(store, (state) => state.document.byLabel.get(label));
  const open = (to: string): void => {
    if (store.get().document.byLabel.has(to)) store.send({ type: "subsectionChosen", label: to });
    else void navigate(clausePath(slug, to, layer));
  };
  const leave = (): void => {
    // First out of the pane, then back to the statute.
    if (document.activeElement === page.current || document.activeElement === document.body) onBack();
    else page.current?.focus();
  };
  const keys: KeyHandlers = {
    t: () => editor.current?.focus(),
    g: () => {
      focusPane("graph");
    },
    r: () => list.current?.focus(),
    w: () => {
      focusPane("wires");
    },
    Escape: leave,
  };
  const { readOnly } = props;
  const stale = !desk.readable && desk.text.trim() !== "";
  return (
    <Shell
      title={`Clause of ${subsection?.printed ?? label}`}
      screen="clause"
      slug={slug}
      status={all.status}
      goToKey="o"
      crumbs={[
        { words: project?.name ?? slug, to: homePath(slug) },
        { words: `${statute.printed} ${titleWords(statute.title)}`, to: statutePath(slug, statute.section) },
        { words: `${subsection?.printed ?? label} ${subsection?.heading ?? ""}`.trim() },
      ]}
      keys={keys}
      actions={
        <>
          {all.actions}
          <button type="button" className="btn quiet" onClick={onBack}>
            Statute <kbd>Esc</kbd>
          </button>
        </>
      }
    >
      <main id="main" className="cgrid" tabIndex={-1} ref={page} aria-label={`Clause of ${label}`}>
        <section className="cell" aria-label="Clause as text">
          <div className="pane-h">
            <h2 className="eyebrow">Clause</h2>
            <span className="mono dim">{subsection?.printed}</span>
            <span className="grow" />
            {readOnly && (
              <span className="chip">{layer === "gold" ? "Gold, to read" : "Not open to change"}</span>
            )}
            <kbd>T</kbd>
          </div>
          <div className="cell-b">
            {all.notes}
            <ClauseText
              desk={desk}
              readOnly={readOnly}
              compact={false}
              width={WIDTH}
              editing={props.editing}
              handle={editor}
              onEscape={() => page.current?.focus()}
              onOpen={open}
            />
            {!readOnly && desk.text.trim() === "" && (
              <DraftOffer
                {...{ slug, layer, label, width: WIDTH }}
                names={props.names}
                onTake={(stored) => {
                  desk.putText(stored);
                  editor.current?.focus();
                }}
              />
            )}
          </div>
        </section>
        <ClausePanes
          project={slug}
          layer={layer}
          term={desk.term}
          names={props.names}
          readOnly={readOnly || stale}
          stale={stale}
          onChange={desk.put}
          onOpen={open}
        />
        <References
          {...{ slug, layer, label, desk, readOnly, list }}
          onShow={(at) => {
            editor.current?.goTo(at);
          }}
        />
      </main>
      {all.announcer}
    </Shell>
  );
}
