import { useId, useRef, useState } from "react";
import type { ReactElement, Ref } from "react";

import { putNote } from "../../model/clauses/notes";
import type { Fix } from "../../model/clauses/problems";
import { countWords } from "../../text/counting";
import type { Editing } from "../editing";
import { Icon } from "../icons";
import { TextEditor } from "./text-editor";
import type { EditorHandle } from "./text-editor";
import type { ClauseDesk } from "./use-clause-desk";

interface ClauseTextProps {
  readonly desk: ClauseDesk;
  readonly readOnly: boolean;
  readonly compact: boolean;
  readonly width: number;
  readonly editing: Editing | null;
  readonly handle?: Ref<EditorHandle> | undefined;
  readonly onEscape: () => void;
  readonly onOpen: (label: string) => void;
}

interface NoteFieldProps {
  readonly desk: ClauseDesk;
  readonly readOnly: boolean;
  readonly field: Ref<HTMLTextAreaElement>;
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** What the text alone does not say: where a call comes from, and that a cycle is meant. */
function NoteField({ desk, readOnly, field, open, onOpen }: NoteFieldProps): ReactElement | null {
  const id = useId();
  if (readOnly && desk.note === "") return null;
  if (!open && desk.note === "") {
    return (
      <div className="ce-note">
        <button type="button" className="btn sm quiet" onClick={onOpen}>
          Add a note
        </button>
      </div>
    );
  }
  return (
    <div className="ce-note">
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        ref={field}
        rows={Math.min(5, Math.max(2, desk.note.split("\n").length))}
        value={desk.note}
        readOnly={readOnly}
        aria-describedby={`${id}-how`}
        onChange={(event) => {
          desk.writeNote(event.target.value);
        }}
        onBlur={() => {
          desk.save(false);
        }}
      />
      <p id={`${id}-how`} className="dim">
        A line such as <span className="mono">call §12(d): Harbour Rules, rule 3</span> answers a doubt.
      </p>
    </div>
  );
}

/** How many problems and doubts there are, in words that are said when they change. */
function Status({ desk, caret }: { desk: ClauseDesk; caret: string }): ReactElement {
  const { problems } = desk.found;
  const bad = problems.filter((one) => one.severity === "error").length;
  const warn = problems.length - bad;
  const cycle = problems.some((one) => one.code === "cycle");
  const empty = desk.text.trim() === "";
  return (
    <div className="ce-status">
      <div role="status">
        {empty && <span>No clause yet</span>}
        {bad > 0 && (
          <span className="bad">
            <Icon name="alert" /> {countWords(bad, "problem")}
          </span>
        )}
        {warn > 0 && (
          <span className="warn">
            <Icon name="warning" /> {countWords(warn, "doubt")}
          </span>
        )}
        {!empty && desk.checked && problems.length === 0 && desk.english !== "" && (
          <span className="ok">
            <Icon name="check" /> No problem
          </span>
        )}
        {!empty && !desk.checked && <span className="warn">Not checked: the server is away</span>}
        {!empty && <span>{cycle ? "A cycle to confirm" : "No cycle"}</span>}
      </div>
      <span className="grow" />
      <span className="num">{caret}</span>
    </div>
  );
}

/** The clause as text, what it reads as, its note, and what the checks say. */
export function ClauseText(props: ClauseTextProps): ReactElement {
  const { desk, readOnly, compact, editing } = props;
  const [caret, setCaret] = useState("1:1");
  const [noting, setNoting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const say = (words: string): void => {
    editing?.store.send({ type: "said", text: words });
  };
  const openNote = (): void => {
    setNoting(true);
    requestAnimationFrame(() => {
      const area = field.current;
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  };
  const takeNote = (fix: Extract<Fix, { readonly note: unknown }>): void => {
    const next = putNote(desk.note, fix.note, fix.subject, fix.source);
    if (fix.source !== "") desk.putNote(next);
    else {
      desk.writeNote(next);
      openNote();
    }
    say(fix.source === "" ? "Write the source into the note" : `Noted: ${fix.subject}, ${fix.source}`);
  };
  return (
    <div className={compact ? "ce-box compact" : "ce-box"}>
      <TextEditor
        source={desk.source}
        lookUp={desk.lookUp}
        found={desk.found}
        readOnly={readOnly}
        compact={compact}
        width={props.width}
        handle={props.handle}
        onChange={desk.type}
        onLeave={desk.save}
        onEscape={props.onEscape}
        onUndo={() => editing?.undo()}
        onRedo={() => editing?.redo()}
        onSubmit={() => {
          desk.save(true);
          editing?.askSubmit();
        }}
        onNote={takeNote}
        onOpen={props.onOpen}
        onCaret={(line, column) => {
          setCaret(`${line}:${column}`);
        }}
        onSay={say}
      />
      {desk.english !== "" && (
        <p className="ce-reads">
          <b>Reads as</b> {desk.english}
        </p>
      )}
      <NoteField desk={desk} readOnly={readOnly} field={field} open={noting} onOpen={openNote} />
      <Status desk={desk} caret={caret} />
    </div>
  );
}
