import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactElement } from "react";

import { readCallee } from "../../api/callees";
import { describeError } from "../../api/client";
import { mapQuery } from "../../api/queries";
import type { LayerChoice } from "../../api/types";
import { makeCall, makePassed } from "../../model/clauses";
import type { Call } from "../../model/clauses";
import { parseLabel, plainLabel } from "../../text/labels";

interface AddCallProps {
  readonly project: string;
  readonly layer: LayerChoice;
  readonly head: readonly string[];
  readonly onAdd: (call: Call) => void;
  readonly onClose: () => void;
}

/** Asks for a subsection by any spelling; arguments of the same name are passed at once. */
export function AddCall({ project, layer, head, onAdd, onClose }: AddCallProps): ReactElement {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState("");
  const { data } = useQuery(mapQuery(project, layer));
  useEffect(() => {
    field.current?.focus();
  }, []);
  const add = async (): Promise<void> => {
    const read = parseLabel(typed);
    const label = read === null ? typed.trim() : plainLabel(read);
    const known = data?.subsections.some((row) => row.label === label) ?? false;
    if (!known) {
      setFault(`${typed.trim() || "This"} is not in the project.`);
      return;
    }
    const card = await readCallee(project, layer, label);
    const shared = card.arguments.map((one) => one.name.toUpperCase()).filter((name) => head.includes(name));
    onAdd(
      makeCall(
        label,
        shared.map((name) => makePassed(name)),
      ),
    );
  };
  return (
    <form
      className="cg-add"
      onSubmit={(event) => {
        event.preventDefault();
        add().catch((error: unknown) => {
          setFault(describeError(error));
        });
      }}
    >
      <label htmlFor={id}>Call</label>
      <input
        ref={field}
        id={id}
        list={`${id}-all`}
        value={typed}
        autoComplete="off"
        aria-invalid={fault !== ""}
        aria-describedby={`${id}-fault`}
        placeholder="63(c)(5)"
        onChange={(event) => {
          setTyped(event.target.value);
          setFault("");
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      />
      <datalist id={`${id}-all`}>
        {data?.subsections.map((row) => (
          <option key={row.label} value={row.printed}>
            {row.heading}
          </option>
        ))}
      </datalist>
      <button type="submit" className="btn sm">
        Add
      </button>
      <button type="button" className="btn sm quiet" onClick={onClose}>
        Cancel
      </button>
      <span id={`${id}-fault`} className="bad" role="alert">
        {fault}
      </span>
    </form>
  );
}
