import type { ReactElement } from "react";

import { Finder } from "./finder";
import type { Option } from "./finder";

export interface Destination extends Option {
  readonly to: string;
}

interface GoToProps {
  readonly typed: string;
  readonly destinations: readonly Destination[];
  readonly onType: (typed: string) => void;
  readonly onGo: (to: string) => void;
  readonly onClose: () => void;
}

/** Type any spelling of a label or a case's name; Enter goes there. */
export function GoTo({ typed, destinations, onType, onGo, onClose }: GoToProps): ReactElement {
  return (
    <Finder
      title="Go to"
      label="Subsection or case"
      listed="Destinations"
      placeholder="12(b)(3), s12_b_3, or a case"
      typed={typed}
      options={destinations}
      note={destinations.length === 0 ? "Nothing here has this name." : null}
      onType={onType}
      onChoose={(one) => {
        onGo(one.to);
      }}
      onClose={onClose}
    />
  );
}
