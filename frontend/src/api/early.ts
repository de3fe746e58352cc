/**
 * What the first page will ask for, asked before its code is there: the answer travels while scripts are read.
 * Each answer is given away once; whoever asks again asks the server.
 */
export const ROOT = "/api/v1";
const KEPT_MS = 10_000;

/** An answer that was read; null when there was none, or no good one. */
type Answer = { readonly body: unknown } | null;

const begun = new Map<string, Promise<Answer>>();

/** Returns what the page at this address reads first; without a layer in it, the one that opened last. */
export function firstPaths(
  pathname: string,
  search: string,
  kept: (name: string) => string | null = keptItem,
): readonly string[] {
  const statute = /^\/p\/([^/]+)\/s\/([^/]+)\/?$/.exec(pathname);
  if (statute === null) return ["/session"];
  const [slug, section] = [statute[1] ?? "", statute[2] ?? ""];
  const said = new URLSearchParams(search).get("layer");
  const layer = (said ?? kept(`layer:${slug}`)) === "mine" ? "mine" : "gold";
  const first = ["/session", `/projects/${slug}/statutes/${section}?layer=${layer}`];
  return said === null ? [...first, `/projects/${slug}`] : first;
}

function keptItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // Storage is switched off.
  }
}

/** Asks for these at once. */
export function beginEarly(paths: readonly string[]): void {
  for (const path of paths) {
    const options: RequestInit = { headers: { Accept: "application/json" }, credentials: "same-origin" };
    // A failure is not this one's to tell: whoever wants the answer asks again and hears of it.
    begun.set(
      path,
      read(path, options).catch(() => null),
    );
    setTimeout(() => begun.delete(path), KEPT_MS);
  }
}

/** Reads it to its end at once: a body that nobody reads stops on its way. */
async function read(path: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(ROOT + path, options);
  return response.ok ? { body: await response.json() } : null;
}

/** Returns a good answer that was asked for early, once; null when there is none. */
export async function takeEarly(path: string): Promise<Answer> {
  const answer = begun.get(path);
  begun.delete(path);
  return (await answer) ?? null;
}
