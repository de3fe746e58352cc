import type { ReactElement } from "react";

import type { Range } from "../../api/types";
import { movedSpans } from "../../model/review/overlay";
import type { Content, Item, ItemFor, Version } from "../../model/review/types";
import { sayRange, sayValue } from "../../model/review/words";
import type { Source } from "../../text/pieces";
import { mapOffsets, slicePoints } from "../../text/offsets";
import { cutPieces } from "../../text/pieces";
import { ClauseView } from "../clause-view";
import { TruthChip } from "../truth-chip";

const AROUND = 28;

/** Returns a stretch around a range, of its own lines, that begins and ends at blanks. */
function widen(source: Source, [start, end]: Range): Range {
  const { text, map } = source;
  const before =
    slicePoints(text, map, Math.max(0, start - AROUND), start)
      .split("\n")
      .at(-1) ?? "";
  const after = slicePoints(text, map, end, Math.min(map.points, end + AROUND)).split("\n")[0] ?? "";
  const left =
    start - mapOffsets(before).points > 0 && !/^\s/u.test(before) ? before.replace(/^\S*\s*/u, "") : before;
  const right = after.length >= AROUND ? after.replace(/\s*\S*$/u, "") : after;
  return [start - mapOffsets(left).points, end + mapOffsets(right).points];
}

/** Returns whether the line has more at this place. */
function goesOn(source: Source, at: number): boolean {
  const inside = at >= 0 && at < source.map.points;
  return inside && slicePoints(source.text, source.map, at, at + 1) !== "\n";
}

/** The words around a place with these spans marked in them. */
export function MarkedWords({
  source,
  at,
  spans,
}: {
  source: Source;
  at: Range;
  spans: readonly Range[];
}): ReactElement {
  const [from, to] = widen(source, at);
  const marks = spans.map(([start, end]) => ({ start, end }));
  return (
    <p className="edge">
      {goesOn(source, from - 1) && "…"}
      {cutPieces(source, from, to, marks).map((piece) =>
        piece.marks.length > 0 ? (
          <mark className="s" key={piece.start}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
      {goesOn(source, to) && "…"}
    </p>
  );
}

function Cluster({
  item,
  content,
  source,
}: {
  item: ItemFor<"cluster">;
  content: Version<"cluster">["content"];
  source: Source;
}): ReactElement {
  const moved = new Set(movedSpans(item).map(([start, end]) => `${start}-${end}`));
  return (
    <>
      {content.arguments.map((argument, index) => (
        <div className="cl" key={index}>
          <span className="t">{argument.name}</span>
          {argument.spans.map(([start, end]) => (
            <q key={start} className={moved.has(`${start}-${end}`) ? "mv" : ""}>
              {sayRange(source, [start, end])}
            </q>
          ))}
          {argument.value_type === "integer" && <span className="dim">integer</span>}
        </div>
      ))}
    </>
  );
}

function ClauseText({ text, note }: { text: string | null; note: string }): ReactElement {
  if (text === null) return <p className="dim">No clause</p>;
  return (
    <>
      <ClauseView clause={text} names={[]} />
      {note !== "" && <p className="dim note-t">{note}</p>}
    </>
  );
}

function ValueText({
  content,
  source,
}: {
  content: Version<"value">["content"];
  source: Source;
}): ReactElement {
  const { value, evidence } = content;
  return (
    <>
      <p className={value === null ? "val none" : "val"}>{sayValue(value)}</p>
      {evidence.length > 0 && (
        <p className="dim ev-t">
          {evidence.map((range) => (
            <q key={range[0]}>{sayRange(source, range)}</q>
          ))}
        </p>
      )}
    </>
  );
}

/** What one version, or an edit, says of an item. */
export function ContentView({
  item,
  content,
  source,
}: {
  item: Item;
  content: Content;
  source: Source;
}): ReactElement {
  if ("spans" in content)
    return <MarkedWords source={source} at={item.at ?? content.spans[0] ?? [0, 0]} spans={content.spans} />;
  if ("arguments" in content)
    return item.kind === "cluster" ? <Cluster item={item} content={content} source={source} /> : <></>;
  if ("present" in content) return <p>{content.present ? "There" : "Not there"}</p>;
  if ("name" in content) return <p className="mono">{content.name}</p>;
  if ("value_type" in content)
    return <p>{content.value_type === "integer" ? "A number" : "Words of the text (a span)"}</p>;
  if ("text" in content) return <ClauseText text={content.text} note={content.note} />;
  if ("truth" in content) return <TruthChip truth={content.truth} />;
  return <ValueText content={content} source={source} />;
}

function signOf(words: string): readonly [sign: string, look: string] {
  if (/\bis new\b/u.test(words)) return ["+", "plus"];
  return /\bmissing\b/u.test(words) ? ["−", "minus"] : ["~", "chg"];
}

/** The difference of two clauses, a sentence each. */
export function ChangeList({ words }: { words: readonly string[] }): ReactElement {
  return (
    <ol className="words">
      {words.map((one, index) => {
        const [sign, look] = signOf(one);
        return (
          <li key={index} className={look}>
            <span className="s" aria-hidden="true">
              {sign}
            </span>
            <span>{one}.</span>
          </li>
        );
      })}
    </ol>
  );
}
