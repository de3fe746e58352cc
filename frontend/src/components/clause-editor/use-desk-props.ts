import { useContext } from "react";

import type { Argument, LayerChoice } from "../../api/types";
import { isFrozen } from "../../model/edits";
import { useSlice } from "../../model/store";
import { EditingContext } from "../editing";
import type { WorkbenchStore } from "../law/subsection";
import type { ClauseDeskProps } from "./use-clause-desk";

const NO_NAMES: readonly Argument[] = [];

/** Returns what a clause's desk is given by the workbench around it. */
export function useDeskProps(
  store: WorkbenchStore,
  slug: string,
  layer: LayerChoice,
  label: string,
  width: number,
): ClauseDeskProps {
  const editing = useContext(EditingContext);
  const shown = useSlice(store, (state) => state.document.layers.get(label));
  const own = editing?.store.get().layers.get(label);
  const readOnly = editing === null || (own !== undefined && isFrozen(own));
  return {
    ...{ slug, layer, label, width, editing, readOnly },
    stored: shown?.clause ?? null,
    note: shown?.clause_note ?? "",
    names: shown?.arguments ?? NO_NAMES,
  };
}
