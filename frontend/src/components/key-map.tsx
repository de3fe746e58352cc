import { Fragment } from "react";
import type { ReactElement } from "react";

import { BY_SCREEN, EVERYWHERE, SCREEN_NAMES } from "../model/keys";
import type { KeyRow, Screen } from "../model/keys";
import { Dialog } from "./dialog";

function Keys({ keys }: { keys: readonly string[] }): ReactElement {
  return (
    <>
      {keys.map((key) => (
        <Fragment key={key}>
          <kbd>{key}</kbd>{" "}
        </Fragment>
      ))}
    </>
  );
}

function KeyTable({ caption, rows }: { caption: string; rows: readonly KeyRow[] }): ReactElement {
  return (
    <table className="kmap">
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.does}>
            <td>
              <Keys keys={row.keys} />
            </td>
            <td>{row.does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The key map of one screen. */
export function KeyMap({ screen, onClose }: { screen: Screen; onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="dlg-b">
        {screen !== "list" && screen !== "plain" && (
          <KeyTable caption={SCREEN_NAMES[screen]} rows={BY_SCREEN[screen]} />
        )}
        <KeyTable caption="Everywhere" rows={EVERYWHERE} />
      </div>
    </Dialog>
  );
}

/** The bar below the screen: the keys used most. */
export function KeyBar({ screen, onAll }: { screen: Screen; onAll: () => void }): ReactElement {
  return (
    <footer className="keys" aria-label="Keys">
      {BY_SCREEN[screen].map(
        (row) =>
          row.short !== undefined && (
            <span key={row.short}>
              <Keys keys={row.keys} />
              {row.short}
            </span>
          ),
      )}
      <span className="grow" />
      <button type="button" onClick={onAll}>
        <kbd>?</kbd> all keys
      </button>
    </footer>
  );
}
