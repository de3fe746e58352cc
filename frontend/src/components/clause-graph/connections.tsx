import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";

import { calleeQuery } from "../../api/callees";
import type { LayerChoice } from "../../api/types";
import { showLabel, showName } from "../../model/clauses";
import type { Call } from "../../model/clauses";

interface ConnectionsProps {
  readonly project: string;
  readonly layer: LayerChoice;
  readonly call: Call;
  readonly head: readonly string[];
  readonly readOnly: boolean;
  readonly onConnect: (name: string, passed: string | null) => void;
}

/** What the call in focus is given: a choice of the caller's arguments for each of the callee's. */
export function Connections(props: ConnectionsProps): ReactElement | null {
  const { call, head, readOnly, onConnect } = props;
  const { data } = useQuery(calleeQuery(props.project, props.layer, call.label));
  const own = (data?.arguments ?? []).map((one) => one.name.toUpperCase());
  const names = [...new Set([...call.arguments.map((one) => one.name), ...own])];
  if (names.length === 0) return null;
  const passed = new Map(call.arguments.map((one) => [one.name, one.passed]));
  return (
    <fieldset className="cg-conn">
      <legend>
        Passed to <span className="mono">{showLabel(call.label)}</span>
      </legend>
      {names.map((name) => {
        const given = passed.get(name) ?? "";
        const choices = given === "" || head.includes(given) ? head : [given, ...head];
        return (
          <label key={name}>
            <span className="mono">{showName(name)}</span>
            <select
              value={given}
              disabled={readOnly}
              onChange={(event) => {
                onConnect(name, event.target.value === "" ? null : event.target.value);
              }}
            >
              <option value="">not passed</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {showName(choice)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </fieldset>
  );
}
