import { useContext } from "react";
import type { ReactElement } from "react";

import type { StatuteDocument } from "../../model/document";
import { useSlice } from "../../model/store";
import type { Store } from "../../model/store";
import type { WorkbenchAction, WorkbenchState } from "../../model/workbench";
import { lookOf } from "../../text/numbering";
import { countWords } from "../../text/counting";
import { EditingContext } from "../editing";
import { MarkingBar } from "./marking-bar";

export type WorkbenchStore = Store<WorkbenchState, WorkbenchAction>;

function MentionInFocus({
  document,
  label,
  id,
}: {
  document: StatuteDocument;
  label: string;
  id: string;
}): ReactElement | null {
  const mentions = document.mentions.get(label) ?? [];
  const mention = mentions.find((one) => one.id === id);
  if (mention === undefined) return null;
  const same = mentions.filter((one) => one.argumentId === mention.argumentId);
  return (
    <>
      <span className={`an ${lookOf(mention.argument.number)}`}>{mention.argument.number}</span>
      <span className="mono">{mention.argument.name}</span>
      <span className="dim">
        {same.indexOf(mention) + 1} of {same.length}
      </span>
      <i />
    </>
  );
}

/** The bar docked on the subsection in focus. */
export function FocusBar({ label, store }: { label: string; store: WorkbenchStore }): ReactElement {
  const { document, mention } = useSlice(store, (state) => state);
  const editing = useContext(EditingContext);
  const layer = document.layers.get(label);
  const counts = layer
    ? `${countWords(layer.arguments.length, "argument")}, ${countWords(layer.mentions.length, "mention")}`
    : "no annotation in this layer";
  return (
    <div className="fo-h">
      <span className="mono">{document.byLabel.get(label)?.printed}</span>
      <div className="row">
        {editing === null ? (
          <>
            {mention !== null && <MentionInFocus document={document} label={label} id={mention} />}
            <span>{counts}</span>
          </>
        ) : (
          <MarkingBar editing={editing} />
        )}
      </div>
    </div>
  );
}
