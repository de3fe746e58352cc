import type { ReactElement } from "react";

import { formatCount } from "../text/counting";

interface PagerProps {
  readonly page: number;
  readonly count: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

/** Previous and next page of a list; nothing when all of it is on one. */
export function Pager({ page, count, size, onPage }: PagerProps): ReactElement | null {
  const pages = Math.ceil(count / size);
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <button
        type="button"
        className="btn sm"
        disabled={page <= 1}
        onClick={() => {
          onPage(page - 1);
        }}
      >
        Previous
      </button>
      <span className="num">
        {formatCount((page - 1) * size + 1)}–{formatCount(Math.min(page * size, count))} of{" "}
        {formatCount(count)}
      </span>
      <button
        type="button"
        className="btn sm"
        disabled={page >= pages}
        onClick={() => {
          onPage(page + 1);
        }}
      >
        Next
      </button>
    </nav>
  );
}
