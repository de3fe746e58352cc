import { useEffect } from "react";
import type { ReactElement, ReactNode } from "react";

import type { Touched } from "../api/impact";
import type { Answer, Asked } from "../pages/use-impact";
import { countWords } from "../text/counting";
import { Dialog } from "./dialog";
import { focusSheet } from "./law/focus-sheet";
import { StateMark } from "./state-mark";

function whereOf(touched: Touched): ReactNode {
  if (touched.case !== null)
    return (
      <>
        <span className="mono">{touched.case}</span>, values of {touched.printed}
      </>
    );
  return touched.own ? <>The clause of {touched.printed} itself</> : <>The clause of {touched.printed}</>;
}

function PlaceRow({ touched }: { touched: Touched }): ReactElement {
  return (
    <li>
      <h3>{whereOf(touched)}</h3>
      {touched.after === null ? (
        <>
          {touched.before !== "" && <p className="mono">{touched.before}</p>}
          <p className="why">
            <StateMark state="stale" silent /> {touched.reason}
          </p>
        </>
      ) : (
        <>
          <p className="mono">
            <span className="sr">before: </span>
            <del>{touched.before}</del>
          </p>
          <p className="mono">
            <span className="sr">after: </span>
            <ins>{touched.after}</ins>
          </p>
          {touched.reason !== "" && (
            <p className="why">
              <StateMark state="stale" silent /> {touched.reason}
            </p>
          )}
        </>
      )}
    </li>
  );
}

function Group({ title, places }: { title: string; places: readonly Touched[] }): ReactElement | null {
  if (places.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {places.map((one) => (
          <PlaceRow key={`${one.layer}.${one.item}`} touched={one} />
        ))}
      </ul>
    </section>
  );
}

interface ImpactDialogProps {
  readonly asked: Asked;
  readonly onAnswer: (choice: Answer) => void;
}

/** What else changes, before it does. Enter does all of it, Esc nothing; either way one undo takes it back. */
export function ImpactDialog({ asked, onAnswer }: ImpactDialogProps): ReactElement {
  const { impact, gesture } = asked;
  // Once the dialog is out of the page, and not before, the statute can take the keys again.
  useEffect(
    () => () => {
      focusSheet();
    },
    [],
  );
  const rewritten = impact.touched.filter((one) => one.becomes === "rewritten");
  const stale = impact.touched.filter((one) => one.becomes === "stale");
  const places = countWords(impact.touched.length, "place");
  const late = gesture === null;
  const all =
    rewritten.length === 0
      ? `${late ? "Mark" : "Do it and mark"} ${countWords(stale.length, "place")}`
      : `Change ${countWords(rewritten.length, "place")}${late ? "" : " too"}`;
  const choose = (choice: Answer) => (): void => {
    onAnswer(choice);
  };
  return (
    <Dialog title="What else changes" onClose={choose("none")}>
      <form
        className="dlg-b impact"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer("all");
        }}
      >
        <p>
          {impact.words} {late ? "Since it was done without the server," : "With it,"} {places}{" "}
          {impact.touched.length === 1 ? "is" : "are"} touched.
        </p>
        <div className="impact-l" role="region" aria-label="Places" tabIndex={0}>
          <Group title={`Rewritten ${rewritten.length}`} places={rewritten} />
          <Group title={`Marked, for you to look at ${stale.length}`} places={stale} />
        </div>
        <div className="impact-f">
          <button type="submit" className="btn pri" data-first>
            {all} <kbd>⏎</kbd>
          </button>
          {gesture?.instead !== undefined && (
            <button type="button" className="btn" onClick={choose("instead")}>
              Keep the argument
            </button>
          )}
          {rewritten.length > 0 && (
            <button type="button" className="btn" onClick={choose("mark")}>
              Rewrite nothing, mark all
            </button>
          )}
          <button type="button" className="btn quiet" onClick={choose("none")}>
            Leave it <kbd>Esc</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  );
}
