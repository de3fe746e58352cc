/** Clause text to a term. Takes exactly what the server takes without an error; what is wrong, the server says in full. */

import type { Gate, Head, HeadArgument, Node, PassedArgument, Term } from "./term";
import { readLabel, tokenize } from "./tokens";
import type { Token, TokenKind } from "./tokens";

export const MAX_DEPTH = 200;

/** Where reading stopped and what should have stood there. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly expected: string;
}

export type Parsed =
  { readonly term: Term; readonly fault: null } | { readonly term: null; readonly fault: Fault };

class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.expected);
  }
}

/** Returns the clause that the text writes, in either notation, with or without its dot. */
export function parseClause(text: string): Parsed {
  try {
    return { term: new Reader(text).readTerm(), fault: null };
  } catch (error) {
    if (error instanceof Refused) return { term: null, fault: error.fault };
    throw error;
  }
}

class Reader {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {
    this.tokens = tokenize(text);
  }

  readTerm(): Term {
    const head = this.readHead();
    const body = this.take("neck") ? this.readChain() : null;
    this.take("dot");
    if (this.at < this.tokens.length) this.refuse("nothing more");
    return { head, body, start: head.start, end: body?.end ?? head.end };
  }

  private readHead(): Head {
    const label = this.need("label", "the head, a subsection such as §63(c)(5)");
    this.need("open", "“(” and the arguments");
    const names = this.readList((): HeadArgument => {
      const name = this.need("name", "an argument name");
      return { name: name.text.toUpperCase(), start: name.start, end: name.end };
    });
    const end = this.tokens[this.at - 1]?.end ?? label.end;
    return { label: readLabel(label.text), arguments: names, start: label.start, end };
  }

  /** Items between brackets; the opening one is read already. */
  private readList<T>(readItem: () => T): readonly T[] {
    if (this.take("close")) return [];
    const items = [readItem()];
    while (this.take("comma")) items.push(readItem());
    this.need("close", "“,” or “)”");
    return items;
  }

  /** Units under one operator. */
  private readChain(): Node {
    const first = this.readUnit();
    const operator = this.take("and") ?? this.take("or");
    if (!operator) return first;
    const items = [first, this.readUnit()];
    for (let next = this.takeOperator(); next; next = this.takeOperator()) {
      if (next.kind !== operator.kind)
        throw new Refused({ ...next, expected: `${operator.text} or brackets` });
      items.push(this.readUnit());
    }
    const op: Gate["op"] = operator.kind === "and" ? "and" : "or";
    return { op, items, start: first.start, end: items.at(-1)?.end ?? first.end };
  }

  private takeOperator(): Token | null {
    return this.take("and") ?? this.take("or");
  }

  private readUnit(): Node {
    const not = this.take("not");
    if (!not) return this.readPositive();
    const item = this.readPositive();
    return { op: "not", items: [item], start: not.start, end: item.end };
  }

  private readPositive(): Node {
    const open = this.take("open_group");
    if (!open) return this.readCall();
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Refused({ ...open, expected: "fewer brackets" });
    const node = this.readChain();
    const close = this.need("close_group", "AND, OR or “]”");
    this.depth -= 1;
    // Brackets round a single call or a NOT say nothing and leave no trace.
    return node.op === "and" || node.op === "or" ? { ...node, start: open.start, end: close.end } : node;
  }

  private readCall(): Node {
    const label = this.need("label", "a call, NOT or “[”");
    this.need("open", "“(” and the arguments");
    const args = this.readList(() => this.readPassed());
    const end = this.tokens[this.at - 1]?.end ?? label.end;
    return { op: "call", label: readLabel(label.text), arguments: args, start: label.start, end };
  }

  private readPassed(): PassedArgument {
    const name = this.need("name", "an argument name");
    const passed = this.take("pair") ? this.need("name", "an argument name") : name;
    const names = { name: name.text.toUpperCase(), passed: passed.text.toUpperCase() };
    return { ...names, start: name.start, end: passed.end };
  }

  private take(kind: TokenKind): Token | null {
    const token = this.tokens[this.at];
    if (token?.kind !== kind) return null;
    this.at += 1;
    return token;
  }

  private need(kind: TokenKind, expected: string): Token {
    return this.take(kind) ?? this.refuse(expected);
  }

  private refuse(expected: string): never {
    const { start, end } = this.tokens[this.at] ?? { start: this.text.length, end: this.text.length };
    throw new Refused({ start, end, expected });
  }
}
