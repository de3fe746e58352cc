import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReactElement, SyntheticEvent } from "react";

import { previewQuery } from "../../api/review";
import type { Include, ReviewAddress } from "../../api/review";
import { replaceLayer } from "../../model/document";
import type { StatuteDocument } from "../../model/document";
import { layerFromJson, orderedArguments } from "../../model/edits";
import type { Layer } from "../../model/edits";
import { showLayer } from "../../model/layers";
import type { Preview, Review, Source } from "../../model/review/types";
import { joinNames, sayRange, sayValue, sourceOf } from "../../model/review/words";
import { lookOf } from "../../text/numbering";
import { ClauseView } from "../clause-view";
import { Dialog } from "../dialog";
import { Icon } from "../icons";
import { ErrorNote, Note } from "../states";
import { SubsectionText } from "../subsection-text";
import { TruthChip } from "../truth-chip";

/** Says whom an item comes from and whether anyone had to decide. */
export function saySource(source: Source | undefined, review: Review): string {
  if (source === undefined) return "";
  const names = source.from.map(
    (one) => review.layers.find(({ author }) => author.username === one)?.author.name ?? one,
  );
  if (source.edited) return "edited by you";
  const item = review.items.find(({ key }) => key === source.item);
  return item?.disputed === true ? `${joinNames(names)}, decided` : `${joinNames(names)}, agreed`;
}

interface ResultProps {
  readonly layer: Layer;
  readonly preview: Preview;
  readonly review: Review;
  readonly document: StatuteDocument | null;
}

function SubsectionResult({ layer, preview, review, document }: ResultProps): ReactElement {
  const shown = useMemo(() => showLayer(layer, review.name, "", 0), [layer, review.name]);
  const whole = useMemo(
    () => (document?.byLabel.has(review.name) ? replaceLayer(document, shown) : null),
    [document, shown, review.name],
  );
  const source = sourceOf(review);
  return (
    <>
      {whole !== null && <SubsectionText document={whole} label={review.name} values={null} />}
      <table className="pt res">
        <thead>
          <tr>
            <th scope="col">Argument</th>
            <th scope="col">Mentions</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {orderedArguments(layer).map((argument, index) => (
            <tr key={argument.id}>
              <th scope="row">
                <span className={`an ${lookOf(index + 1)}`}>{index + 1}</span>{" "}
                <span className="mono">{argument.name}</span>
              </th>
              <td>
                {[...layer.mentions.values()]
                  .filter((mention) => mention.argument === argument.id)
                  .toSorted((a, b) => a.start - b.start)
                  .map((mention) => (
                    <q key={mention.id} title={saySource(preview.sources[`mention:${mention.id}`], review)}>
                      {sayRange(source, [mention.start, mention.end])}
                    </q>
                  ))}
              </td>
              <td>{saySource(preview.sources[`argument:${argument.id}`], review)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {layer.clause.text !== null && (
        <div className="res-c">
          <ClauseView clause={layer.clause.text} names={shown.arguments} />
          <p className="dim">{saySource(preview.sources.clause, review)}</p>
        </div>
      )}
    </>
  );
}

function CaseResult({ layer, preview, review }: ResultProps): ReactElement {
  const rows = [...layer.instantiations.values()].toSorted((a, b) => a.order - b.order);
  return (
    <table className="pt res">
      <thead>
        <tr>
          <th scope="col">Subsection</th>
          <th scope="col">Value</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) => [
          <tr key={row.id}>
            <th scope="row" className="mono">
              §{row.label}
            </th>
            <td>
              <TruthChip truth={row.truth} />
            </td>
            <td>{saySource(preview.sources[`instantiation:${row.id}`], review)}</td>
          </tr>,
          ...row.values.map((value) => (
            <tr key={`${row.id}.${value.role}.${value.name}`}>
              <td className="mono">{value.name}</td>
              <td>{sayValue(value.value as never)}</td>
              <td>
                {saySource(
                  preview.sources[`value:${row.id}:${value.role}:${value.name.toUpperCase()}`],
                  review,
                )}
              </td>
            </tr>
          )),
        ])}
      </tbody>
    </table>
  );
}

interface PreviewDialogProps {
  readonly at: ReviewAddress;
  readonly include: Include;
  readonly review: Review;
  readonly document: StatuteDocument | null;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** Gold as the decisions would make it; Enter accepts. */
export function PreviewDialog(props: PreviewDialogProps): ReactElement {
  const { review, document, onAccept, onClose } = props;
  const { data, error, refetch } = useQuery(previewQuery(props.at, props.include));
  const layer = useMemo(() => (data === undefined ? null : layerFromJson(data.layer)), [data]);
  const barred = data === undefined || data.open.length > 0 || data.problems.length > 0;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!barred) onAccept();
  };
  return (
    <Dialog title={`${review.printed} as it would be in gold`} onClose={onClose}>
      <form className="dlg-b wide-dlg" onSubmit={submit}>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data?.problems.map((problem) => (
          <Note key={problem.message} kind="bad">
            {problem.message}
          </Note>
        ))}
        {data && layer?.ok === true && review.kind === "subsections" && (
          <SubsectionResult layer={layer.layer} preview={data} review={review} document={document} />
        )}
        {data && layer?.ok === true && review.kind === "cases" && (
          <CaseResult layer={layer.layer} preview={data} review={review} document={null} />
        )}
        <p className="dlg-f">
          <button type="submit" className="btn pri" data-first aria-disabled={barred}>
            <Icon name="check" /> Accept into gold <kbd>⏎</kbd>
          </button>
          <span className="dim">
            {data !== undefined && data.problems.length > 0
              ? "Settle what is said above first."
              : "One step; undo takes all of it back."}
          </span>
        </p>
      </form>
    </Dialog>
  );
}
