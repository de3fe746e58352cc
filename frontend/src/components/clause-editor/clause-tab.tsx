import { useRef } from "react";
import type { ReactElement } from "react";

import type { LayerChoice } from "../../api/types";
import type { WorkbenchStore } from "../law/subsection";
import { ClauseText } from "./clause-text";
import { DraftOffer } from "./draft-offer";
import type { EditorHandle } from "./text-editor";
import { useClauseDesk } from "./use-clause-desk";
import { useDeskProps } from "./use-desk-props";

const WIDTH = 40;

export interface ClauseTabProps {
  readonly slug: string;
  readonly layer: LayerChoice;
  readonly label: string;
  readonly store: WorkbenchStore;
  readonly onOpen: (label: string) => void;
  readonly onFull: () => void;
}

/** The clause in the inspector: to write in one's own layer, to read elsewhere. */
export function ClauseTab({ slug, layer, label, store, onOpen, onFull }: ClauseTabProps): ReactElement {
  const props = useDeskProps(store, slug, layer, label, WIDTH);
  const desk = useClauseDesk(props);
  const handle = useRef<EditorHandle>(null);
  return (
    <div className="ce-tab">
      <div className="ce-tab-h">
        <span className="grow" />
        <button type="button" className="btn sm quiet" onClick={onFull}>
          Full width <kbd>L</kbd>
        </button>
      </div>
      <ClauseText
        desk={desk}
        readOnly={props.readOnly}
        compact
        width={WIDTH}
        editing={props.editing}
        handle={handle}
        onEscape={() => {
          document.getElementById("main")?.focus({ preventScroll: true });
        }}
        onOpen={onOpen}
      />
      {!props.readOnly && desk.text.trim() === "" && (
        <DraftOffer
          {...{ slug, layer, label, width: WIDTH }}
          names={props.names}
          onTake={(stored) => {
            desk.putText(stored);
            handle.current?.focus();
          }}
        />
      )}
    </div>
  );
}

export default ClauseTab;
