import { lazy, Suspense, useContext } from "react";
import type { ReactElement } from "react";

import { useSlice } from "../model/store";
import type { ClauseTabProps } from "./clause-editor/clause-tab";
import { ClauseView } from "./clause-view";
import { EditingContext } from "./editing";
import { Empty } from "./states";

/** The editor is read when somebody looks at a clause: opening a statute does not wait for it. */
const ClauseTab = lazy(() => import("./clause-editor/clause-tab"));

/** A clause to read, without the editor. */
function ClauseReading(props: ClauseTabProps): ReactElement {
  const layer = useSlice(props.store, (state) => state.document.layers.get(props.label));
  return (
    <div className="insp-b">
      {layer?.clause ? (
        <>
          <ClauseView clause={layer.clause} names={layer.arguments} />
          {layer.clause_note !== "" && <p className="ce-said">{layer.clause_note}</p>}
          <button type="button" className="btn sm quiet" onClick={props.onFull}>
            Full width <kbd>L</kbd>
          </button>
        </>
      ) : (
        <Empty>No clause yet.</Empty>
      )}
    </div>
  );
}

/** The clause of the subsection in focus: to write in one's own layer, to read in gold. */
export function ClausePanel(props: ClauseTabProps): ReactElement {
  const editing = useContext(EditingContext);
  if (editing === null) return <ClauseReading {...props} />;
  return (
    <Suspense fallback={<ClauseReading {...props} />}>
      <ClauseTab key={props.label} {...props} />
    </Suspense>
  );
}
