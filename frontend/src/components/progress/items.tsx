import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "react-router";

import { itemsQuery } from "../../api/progress";
import type { AgreementItem, ScopeChoice } from "../../api/progress";
import { findMarks } from "../../model/agreement-marks";
import { casePath, statutePath } from "../../pages/addresses";
import { lookOf } from "../../text/numbering";
import { mapOffsets } from "../../text/offsets";
import { cutPieces } from "../../text/pieces";
import { Empty, ErrorNote } from "../states";

interface SideProps {
  readonly item: AgreementItem;
  readonly side: "left" | "right";
}

/** What one of the two says: the text with their spans, or their clause. */
function Side({ item, side }: SideProps): ReactElement | null {
  const { name, says } = item[side];
  const pieces = useMemo(() => {
    const map = mapOffsets(item.excerpt);
    return cutPieces(
      { text: item.excerpt, map },
      0,
      map.points,
      findMarks(says, item.excerpt_start, map.points),
    );
  }, [item.excerpt, item.excerpt_start, says]);
  const clause = says.text;
  return (
    <div className="vs">
      <h4>{name}</h4>
      {item.kind === "clause" ? (
        <p className="mono">{typeof clause === "string" ? clause : "no clause"}</p>
      ) : (
        item.excerpt !== "" && (
          <p className="law">
            {pieces.map((piece) =>
              piece.marks.length === 0 ? (
                piece.text
              ) : (
                <mark key={piece.start} className={`said ${lookOf(piece.marks[0]?.number ?? 1)}`}>
                  {piece.text}
                </mark>
              ),
            )}
          </p>
        )
      )}
    </div>
  );
}

function Row({ slug, item }: { slug: string; item: AgreementItem }): ReactElement {
  const to =
    item.text_kind === "cases"
      ? casePath(slug, item.text_name)
      : statutePath(slug, item.text_section, item.text_name);
  const shown = item.excerpt !== "" || item.kind === "clause";
  return (
    <li>
      <div className="wh">
        <Link className="linkish" to={to}>
          {item.text_printed}
        </Link>
        <span>{item.words}.</span>
      </div>
      {shown && (
        <div className="two">
          <Side item={item} side="left" />
          <Side item={item} side="right" />
        </div>
      )}
    </li>
  );
}

interface ItemsProps {
  readonly slug: string;
  readonly figure: { readonly key: string; readonly words: string };
  readonly scope: ScopeChoice;
  readonly measured: string | null;
}

/** The items behind one figure, page by page. */
export function Items({ slug, figure, scope, measured }: ItemsProps): ReactElement {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(itemsQuery(slug, figure.key, scope, page, measured));
  return (
    <section className="blk rule span2 items" aria-label={`Behind ${figure.words}`}>
      <h2>
        Behind {figure.words} <span>{data && `${data.count} in all`}</span>
      </h2>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <Empty>Nothing differs here any more.</Empty>}
      <ol>
        {data?.results.map((item) => (
          <Row key={item.id} slug={slug} item={item} />
        ))}
      </ol>
      {data && (data.next !== null || page > 1) && (
        <div className="tools">
          <button
            type="button"
            className="btn sm"
            disabled={page === 1}
            onClick={() => {
              setPage(page - 1);
            }}
          >
            Previous
          </button>
          <span className="num dim">Page {page}</span>
          <button
            type="button"
            className="btn sm"
            disabled={data.next === null}
            onClick={() => {
              setPage(page + 1);
            }}
          >
            Next
          </button>
        </div>
      )}
    </section>
  );
}
