import { useEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode, SyntheticEvent } from "react";

import type { Range } from "../../api/types";
import {
  draftCluster,
  finishCluster,
  formOfValue,
  putMention,
  readValue,
  typeValue,
} from "../../model/review/editing";
import type { ClusterDraft, ValueForm } from "../../model/review/editing";
import type { Content, Item, ItemFor, Version } from "../../model/review/types";
import { sayRange, sourceOf } from "../../model/review/words";
import { SpanEditor } from "./edit-spans";

interface EditorProps<Each extends Item = Item> {
  readonly item: Each;
  readonly version: number;
  readonly text: string;
  readonly parts: readonly Range[];
  readonly onSave: (content: Content) => void;
  readonly onCancel: () => void;
}

interface FormProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Fields of an edit: Enter (in a large field Ctrl+Enter) keeps it, Esc lets it go. */
function EditForm({ onSubmit, onCancel, children }: FormProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, textarea, select");
    first?.focus();
    // Typing goes on where the version ends.
    if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length);
  }, []);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  useEffect(() => {
    const element = form.current;
    const press = (event: globalThis.KeyboardEvent): void => {
      const keep = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (event.key !== "Escape" && !keep) return;
      event.preventDefault();
      event.stopPropagation();
      if (keep) element?.requestSubmit();
      else onCancel();
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [onCancel]);
  return (
    <form className="ed" ref={form} onSubmit={submit}>
      {children}
      <div className="pk">
        <button type="submit" className="btn sm pri">
          Keep <kbd>Ctrl ⏎</kbd>
        </button>
        <button type="button" className="btn sm quiet" onClick={onCancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function versionOf<Each extends Item>({ item, version }: EditorProps<Each>): Version | undefined {
  return item.versions.find((one) => one.number === version) ?? item.versions[0];
}

function ClusterEditor(props: EditorProps<ItemFor<"cluster">>): ReactElement {
  const [draft, setDraft] = useState<ClusterDraft>(() => draftCluster(props.item, props.version));
  const source = sourceOf(props);
  const rename = (index: number, name: string): void => {
    setDraft({ ...draft, names: draft.names.map((one, i) => (i === index ? name : one)) });
  };
  return (
    <EditForm
      onCancel={props.onCancel}
      onSubmit={() => {
        props.onSave(finishCluster(draft));
      }}
    >
      <fieldset className="ed-names">
        <legend>Arguments</legend>
        {draft.names.map((name, index) => (
          <input
            key={index}
            className="inp sm mono"
            aria-label={`Name of argument ${index + 1}`}
            value={name}
            onChange={(event) => {
              rename(index, event.target.value);
            }}
          />
        ))}
      </fieldset>
      <fieldset className="ed-ments">
        <legend>Mentions</legend>
        {draft.mentions.map(({ span, home }, index) => (
          <label key={span[0]}>
            <q>{sayRange(source, span)}</q>
            <select
              className="inp sm"
              value={home}
              onChange={(event) => {
                setDraft(putMention(draft, index, Number(event.target.value)));
              }}
            >
              {home === -1 && <option value={-1}>as others have it</option>}
              {draft.names.map((name, place) => (
                <option key={place} value={place}>
                  {place + 1} {name}
                </option>
              ))}
              <option value={draft.names.length}>a new argument</option>
            </select>
          </label>
        ))}
      </fieldset>
    </EditForm>
  );
}

function ClauseEdit(props: EditorProps<ItemFor<"clause">>): ReactElement {
  const content = versionOf(props)?.content;
  const first = content !== undefined && "text" in content ? content : { text: null, note: "" };
  const [text, setText] = useState(first.text ?? "");
  const [note, setNote] = useState(first.note);
  return (
    <EditForm
      onCancel={props.onCancel}
      onSubmit={() => {
        props.onSave({ text: text.trim() === "" ? null : text.trim(), note: note.trim() });
      }}
    >
      <label className="field">
        <span className="lb">Clause</span>
        <textarea
          className="inp area mono"
          rows={5}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
      </label>
      <label className="field">
        <span className="lb">Note</span>
        <input
          className="inp sm"
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
          }}
        />
      </label>
    </EditForm>
  );
}

const FORMS: readonly (readonly [ValueForm, string])[] = [
  ["text", "Words or a date"],
  ["number", "A number"],
  ["list", "A list, one a line"],
  ["none", "No value"],
];

function ValueEdit(props: EditorProps<ItemFor<"value">>): ReactElement {
  const content = versionOf(props)?.content;
  const first = content !== undefined && "evidence" in content ? content : { value: null, evidence: [] };
  const [form, setForm] = useState<ValueForm>(formOfValue(first.value));
  const [typed, setTyped] = useState(typeValue(first.value));
  const [fault, setFault] = useState("");
  return (
    <EditForm
      onCancel={props.onCancel}
      onSubmit={() => {
        const read = readValue(form, typed);
        if (!read.ok) setFault(read.fault);
        else props.onSave({ value: read.value, evidence: read.value === null ? [] : first.evidence });
      }}
    >
      <label className="field">
        <span className="lb">Value of {props.item.subject}</span>
        <textarea
          className="inp area"
          rows={form === "list" ? 4 : 1}
          disabled={form === "none"}
          aria-invalid={fault !== ""}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
        {fault !== "" && <span className="msg">{fault}</span>}
      </label>
      <select
        className="inp sm"
        aria-label="Form of the value"
        value={form}
        onChange={(event) => {
          setForm(event.target.value as ValueForm);
        }}
      >
        {FORMS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </EditForm>
  );
}

type Choice = readonly [value: string, words: string, content: Content];

function ChoiceEdit({
  choices,
  first,
  ...props
}: Omit<EditorProps, "item"> & { choices: readonly Choice[]; first: string }): ReactElement {
  const [value, setValue] = useState(first);
  const pick = choices.find(([name]) => name === value);
  return (
    <EditForm
      onCancel={props.onCancel}
      onSubmit={() => {
        if (pick) props.onSave(pick[2]);
      }}
    >
      <select
        className="inp sm"
        aria-label="Choose"
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
        }}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </EditForm>
  );
}

function NameEdit(props: EditorProps<ItemFor<"name">>): ReactElement {
  const content = versionOf(props)?.content;
  const [name, setName] = useState(content !== undefined && "name" in content ? content.name : "");
  return (
    <EditForm
      onCancel={props.onCancel}
      onSubmit={() => {
        if (name.trim() !== "") props.onSave({ name: name.trim() });
      }}
    >
      <label className="field">
        <span className="lb">Name</span>
        <input
          className="inp sm mono"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
      </label>
    </EditForm>
  );
}

const PRESENT: readonly Choice[] = [
  ["yes", "There", { present: true }],
  ["no", "Not there", { present: false }],
];
const TYPES: readonly Choice[] = [
  ["span", "Words of the text (a span)", { value_type: "span" }],
  ["integer", "A number", { value_type: "integer" }],
];
const TRUTHS: readonly Choice[] = [
  ["true", "True", { truth: true }],
  ["false", "False", { truth: false }],
  ["open", "Open", { truth: null }],
];

function firstChoice(choices: readonly Choice[], content: Content | undefined): string {
  const same = choices.find(([, , one]) => JSON.stringify(one) === JSON.stringify(content));
  return (same ?? choices[0])?.[0] ?? "";
}

/** An edit of an item, begun from the version in focus. */
export function Editor(props: EditorProps): ReactElement {
  const { item, ...rest } = props;
  const content = versionOf(props)?.content;
  const choose = (choices: readonly Choice[]): ReactElement => (
    <ChoiceEdit {...rest} choices={choices} first={firstChoice(choices, content)} />
  );
  switch (item.kind) {
    case "span":
      return <SpanEditor {...rest} item={item} />;
    case "cluster":
      return <ClusterEditor {...rest} item={item} />;
    case "clause":
      return <ClauseEdit {...rest} item={item} />;
    case "value":
      return <ValueEdit {...rest} item={item} />;
    case "name":
      return <NameEdit {...rest} item={item} />;
    case "type":
      return choose(TYPES);
    case "truth":
      return choose(TRUTHS);
    case "argument":
    case "row":
      return choose(PRESENT);
  }
}
