/** Why an edit was not applied: a code, the place in the JSON, the place in the text. */

export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The place inside the operation, such as "ops.2.mention.start". */
  readonly path: string;
  /** What the refusal is about: a span and the one in its way, an id, a name. */
  readonly position: Readonly<Record<string, unknown>>;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Carries a refusal up to the function that returns it; never leaves this folder. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

export function refuse(
  code: string,
  message: string,
  path = "",
  position: Readonly<Record<string, unknown>> = {},
): never {
  throw new RefusalError({ code, message, path, position });
}

export function joinPath(...parts: readonly string[]): string {
  let path = "";
  for (const part of parts) if (part !== "") path = path === "" ? part : `${path}.${part}`;
  return path;
}

/** Runs a function and returns what it refused as a value. */
export function catchRefusal<T>(run: () => T): T | Refused {
  try {
    return run();
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, refusal: error.refusal };
    throw error;
  }
}
