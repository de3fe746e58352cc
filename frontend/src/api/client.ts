/** The one way to the server: same error shape everywhere, CSRF header on every change. */
import { ROOT, takeEarly } from "./early";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.extra = extra;
  }

  /** Returns the server's messages by field name, for forms. */
  get fields(): Readonly<Record<string, string>> {
    const fields = this.extra.fields;
    if (typeof fields !== "object" || fields === null) return {};
    const texts = Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map(String).join(" ") : String(value),
    ]);
    return Object.fromEntries(texts) as Record<string, string>;
  }
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Returns the value of a cookie, or null. */
export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(";")) {
    const [key, ...rest] = pair.trim().split("=");
    if (key === name) return decodeURIComponent(rest.join("="));
  }
  return null;
}

/** Returns the path of the API for parts that may hold any character. */
export function apiPath(...parts: readonly (string | number)[]): string {
  return "/" + parts.map((part) => encodeURIComponent(part)).join("/");
}

/** Returns the address of a file that the browser downloads by itself. */
export function downloadUrl(path: string, query: Readonly<Record<string, string>>): string {
  return `${ROOT}${path}?${new URLSearchParams(query).toString()}`;
}

async function readError(response: Response): Promise<ApiError> {
  const fallback = `The server answered ${response.status} ${response.statusText}`.trim() + ".";
  const text = await response.text();
  let body: unknown = null;
  if (response.headers.get("content-type")?.includes("json")) body = JSON.parse(text);
  if (typeof body !== "object" || body === null) return new ApiError(response.status, "unreadable", fallback);
  const { code, message, extra } = body as Record<string, unknown>;
  return new ApiError(
    response.status,
    typeof code === "string" ? code : "unknown",
    typeof message === "string" ? message : fallback,
    typeof extra === "object" && extra !== null ? (extra as Record<string, unknown>) : {},
  );
}

function makeHeaders(method: Method, json: boolean): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (json) headers.set("Content-Type", "application/json");
  const token = method === "GET" ? null : readCookie(document.cookie, "csrftoken");
  if (token !== null) headers.set("X-CSRFToken", token);
  return headers;
}

/** Returns the parsed answer, or throws an ApiError. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const form = body instanceof FormData;
  const payload = body === undefined ? null : form ? body : JSON.stringify(body);
  const headers = makeHeaders(method, payload !== null && !form);
  const init: RequestInit = { method, headers, credentials: "same-origin", body: payload };
  if (signal) init.signal = signal;
  const early = method === "GET" ? await takeEarly(path) : null;
  if (early !== null) return early.body as T;
  let response: Response;
  try {
    response = await fetch(ROOT + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "offline", "The server cannot be reached. Check the connection, then try again.");
  }
  if (!response.ok) throw await readError(response);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Returns what to tell a person about any failure. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
