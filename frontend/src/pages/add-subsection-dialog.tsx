import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";

import { describeError } from "../api/client";
import { subsectionsQuery } from "../api/queries";
import type { LayerChoice } from "../api/types";
import { AddSubsection } from "../components/case/add-subsection";
import { useBench } from "../components/case/bench";
import { useSettled } from "../components/use-settled";
import { caseLayer } from "../model/case-session";
import { addSubsection } from "../model/case-gestures";

const REFERENCE = /\bsection\s+(\d+[A-Za-z]*(?:\([A-Za-z0-9]+\))*)/i;

/** Adds a subsection to the case; the one that the question names is offered first. */
export function AddSubsectionDialog({
  slug,
  layer,
  onClose,
}: {
  slug: string;
  layer: LayerChoice;
  onClose: () => void;
}): ReactElement {
  const { store, makeId, perform } = useBench();
  const [typed, setTyped] = useState(() => {
    const state = store.get();
    const named = REFERENCE.exec(state.one.question)?.[1] ?? "";
    return [...caseLayer(state).instantiations.values()].some((one) => one.label === named) ? "" : named;
  });
  const search = useSettled(typed.trim(), 120);
  const query = useQuery({ ...subsectionsQuery(slug, search, layer), retry: false });
  return (
    <AddSubsection
      typed={typed}
      found={search === typed.trim() ? (query.data?.results ?? []) : []}
      problem={
        query.isError
          ? describeError(query.error)
          : query.isPending || search !== typed.trim()
            ? "Looking…"
            : null
      }
      onType={setTyped}
      onAdd={(subsection) => {
        store.send({ type: "subsectionKnown", subsection });
        perform(addSubsection(store.get(), subsection, makeId()));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
