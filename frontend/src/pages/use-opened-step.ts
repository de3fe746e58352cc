import { useState } from "react";

import type { Step } from "../api/types";
import { findStep } from "../model/derivation";
import type { Tree } from "../model/derivation";

interface Opened {
  readonly key: string;
  readonly about: string;
  readonly step: Step | null;
}

/**
 * Returns the step that was opened from the derivation. It stays open when the derivation is another: what if
 * may take the step out of it, and the text that one was reading must not go with it.
 */
export function useOpenedStep(
  tree: Tree,
  about: string,
): readonly [step: Step | null, open: (key: string | null) => void] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const here = opened?.about === about ? opened : null;
  const found = here === null ? undefined : findStep(tree, here.key);
  const fits = found !== undefined && (here?.step == null || here.step.label === found.label);
  if (here !== null && fits && found !== here.step) setOpened({ ...here, step: found });
  const open = (key: string | null): void => {
    setOpened(key === null ? null : { key, about, step: findStep(tree, key) ?? null });
  };
  return [fits ? found : (here?.step ?? null), open];
}
