/** News of a project: a stream while there is one, else a word now and then to ask again. */
import { apiPath } from "./client";
import type { components } from "./schema";

export type Job = components["schemas"]["JobOutput"];

/** A run of a model that has something new to say of a statute; of cases where there is no section. */
export interface SuggestionNews {
  readonly run: string;
  readonly section: string | null;
  readonly layers: number;
  readonly updated_at: string;
}

/** How many threads are open and unread for whoever listens; the rest is asked for. */
export interface CommentNews {
  readonly newest: number;
  readonly open: number;
  readonly unread: number;
}

export interface NewsHandlers {
  readonly onJob?: (job: Job) => void;
  readonly onSuggestions?: (news: SuggestionNews) => void;
  readonly onComments?: (news: CommentNews) => void;
  /** There is no stream at the moment: read again what may have changed. */
  readonly onAsk: () => void;
}

export const ASK_MS = 5000;
/** After so long without a stream the next one is tried. */
export const AGAIN_MS = 60_000;

/** What is used of an EventSource. */
interface Source {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: Event) => void): void;
  close(): void;
}
const CLOSED = 2;

/** Listens until the function that it returns is called. */
export function listenToProject(
  slug: string,
  handlers: NewsHandlers,
  open: (url: string) => Source = (url) => new EventSource(url),
): () => void {
  let source: Source | null = null;
  let asking: ReturnType<typeof setInterval> | null = null;
  let waiting: ReturnType<typeof setTimeout> | null = null;

  function stopAsking(): void {
    if (asking !== null) clearInterval(asking);
    if (waiting !== null) clearTimeout(waiting);
    asking = waiting = null;
  }

  function connect(): void {
    waiting = null;
    const current = open(`/api/v1${apiPath("projects", slug, "events")}`);
    source = current;
    current.addEventListener("open", stopAsking);
    current.addEventListener("job", (event) => {
      handlers.onJob?.(JSON.parse((event as MessageEvent<string>).data) as Job);
    });
    current.addEventListener("suggestions", (event) => {
      handlers.onSuggestions?.(JSON.parse((event as MessageEvent<string>).data) as SuggestionNews);
    });
    current.addEventListener("comments", (event) => {
      handlers.onComments?.(JSON.parse((event as MessageEvent<string>).data) as CommentNews);
    });
    current.addEventListener("error", () => {
      // A stream that ended is opened again by the browser; one that was refused is not.
      if (current.readyState !== CLOSED || source !== current) return;
      asking ??= setInterval(handlers.onAsk, ASK_MS);
      waiting ??= setTimeout(connect, AGAIN_MS);
    });
  }

  connect();
  return () => {
    stopAsking();
    source?.close();
    source = null;
  };
}
