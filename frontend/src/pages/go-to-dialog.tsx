import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { ReactElement } from "react";
import { useNavigate } from "react-router";

import { casesQuery, statutesQuery } from "../api/queries";
import type { CaseSummary, StatuteSummary } from "../api/types";
import type { Destination } from "../components/go-to";
import { GoTo } from "../components/go-to";
import { parseLabel, plainLabel, titleWords } from "../text/labels";
import { casePath, statutePath } from "./addresses";

const SHOWN = 8;

function findStatutes(
  slug: string,
  typed: string,
  statutes: readonly StatuteSummary[],
): readonly Destination[] {
  const label = parseLabel(typed);
  const exact = label === null ? undefined : statutes.find((one) => one.section === label.section);
  if (label !== null && exact !== undefined) {
    const plain = plainLabel(label);
    return [
      {
        key: plain,
        name: `§${plain}`,
        words: titleWords(exact.title),
        to: statutePath(slug, exact.section, plain),
      },
    ];
  }
  const words = typed.trim().toLowerCase();
  return statutes
    .filter((one) => `${one.printed} ${one.title}`.toLowerCase().includes(words))
    .map((one) => ({
      key: one.section,
      name: one.printed,
      words: titleWords(one.title),
      to: statutePath(slug, one.section),
    }));
}

function toDestination(slug: string, one: CaseSummary): Destination {
  return { key: `case ${one.name}`, name: one.name, words: one.question, to: casePath(slug, one.name) };
}

/** Go to a subsection or a case of this project. */
export function GoToDialog({ slug, onClose }: { slug: string; onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const navigate = useNavigate();
  const statutes = useQuery(statutesQuery(slug));
  const cases = useQuery({
    ...casesQuery(slug, { split: "", search, page: 1 }),
    enabled: search !== "",
  });
  const destinations = [
    ...findStatutes(slug, typed, statutes.data ?? []).slice(0, SHOWN),
    ...(search === ""
      ? []
      : (cases.data?.results ?? []).slice(0, SHOWN).map((one) => toDestination(slug, one))),
  ];
  return (
    <GoTo
      typed={typed}
      destinations={destinations}
      onType={setTyped}
      onGo={(to) => {
        onClose();
        void navigate(to);
      }}
      onClose={onClose}
    />
  );
}
