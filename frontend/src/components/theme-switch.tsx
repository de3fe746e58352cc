import type { ReactElement } from "react";

import { chooseTheme, currentTheme } from "../model/preferences";
import { Icon } from "./icons";

/** Turns light to dark and back; from then on the choice holds, not the system's. */
export function ThemeSwitch(): ReactElement {
  return (
    <button
      type="button"
      className="btn quiet icon theme"
      aria-label="Switch between light and dark"
      onClick={() => {
        chooseTheme(currentTheme() === "dark" ? "light" : "dark");
      }}
    >
      <Icon name="sun" className="sun" />
      <Icon name="moon" className="moon" />
    </button>
  );
}
