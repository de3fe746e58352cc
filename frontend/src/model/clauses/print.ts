/** Terms back to text: the paper's notation for screens, the distribution's for what is stored. */

import type { Call, Gate, Head, Node, PassedArgument, Term } from "./term";

interface Style {
  readonly comma: string;
  readonly pair: string;
  readonly name: (name: string) => string;
  readonly label: (plain: string) => string;
}

const PAPER: Style = { comma: ", ", pair: "=", name: showName, label: showLabel };
const FILE: Style = { comma: ",", pair: ":", name: (name) => name, label: showPredicate };

/** Returns an argument's name as the paper prints it: Taxp, Joint_return, S24A. */
export function showName(name: string): string {
  const upper = name.toUpperCase();
  return /^S\d+[A-Z]*$/.test(upper) ? upper : upper.charAt(0) + upper.slice(1).toLowerCase();
}

/** Returns §63(c)(5); a free predicate has no sign before it. */
export function showLabel(plain: string): string {
  return /^\d/.test(plain) ? `§${plain}` : plain;
}

/** Returns s63_c_5. */
export function showPredicate(plain: string): string {
  return /^\d/.test(plain) ? `s${plain.replace(/\((\w+)\)/g, "_$1")}` : plain;
}

/** Returns `§63(c)(5)(Bassd, …) :- … .` on one line, with its dot. */
export function printPaper(term: Term): string {
  return `${printWith(term, PAPER)}.`;
}

/** Returns `s63_c_5(BASSD,…) :- …` on one line, without a dot: what a layer stores. */
export function printFile(term: Term): string {
  return printWith(term, FILE);
}

export function printCall(call: Call): string {
  return callWith(call, PAPER);
}

function printWith(term: Term, style: Style): string {
  const head = headWith(term.head, style);
  return term.body === null ? head : `${head} :- ${bodyWith(term.body, style)}`;
}

function headWith(head: Head, style: Style): string {
  const names = head.arguments.map((argument) => style.name(argument.name));
  return `${style.label(head.label)}(${names.join(style.comma)})`;
}

function callWith(call: Call, style: Style): string {
  const args = call.arguments.map((argument) => passedWith(argument, style));
  return `${style.label(call.label)}(${args.join(style.comma)})`;
}

function passedWith({ name, passed }: PassedArgument, style: Style): string {
  return name === passed ? style.name(name) : style.name(name) + style.pair + style.name(passed);
}

function bodyWith(node: Node, style: Style): string {
  if (node.op === "call") return callWith(node, style);
  if (node.op === "not") return node.items.map((item) => `NOT ${bracketed(item, style)}`).join("");
  const items = node.items.map((item) =>
    item.op === "not" ? bodyWith(item, style) : bracketed(item, style),
  );
  return items.join(` ${node.op.toUpperCase()} `);
}

function bracketed(node: Node, style: Style): string {
  return node.op === "call" ? callWith(node, style) : `[ ${bodyWith(node, style)} ]`;
}

const INDENT = 4;
const WIDTH = 76;

/** Returns the paper's notation in lines for the screen, each operand under its operator. */
export function layoutPaper(term: Term, width: number = WIDTH): string {
  const line = printPaper(term);
  if (term.body === null || line.length <= width) return line;
  return `${headWith(term.head, PAPER)} :-\n${" ".repeat(INDENT)}${layout(term.body, INDENT, width)}.`;
}

/** The node from a column on; lines after the first are indented to it. */
function layout(node: Node, column: number, width: number): string {
  const flat = bodyWith(node, PAPER);
  if (node.op === "call" || column + flat.length <= width) return flat;
  if (node.op === "not") return node.items.map((item) => `NOT ${boxed(item, column + 4, width)}`).join("");
  return layoutGate(node, column, width);
}

function layoutGate(node: Gate, column: number, width: number): string {
  const word = `${node.op.toUpperCase()} `;
  const lines = node.items.map((item, index) => {
    const sign = index === 0 ? "" : word;
    const at = column + sign.length;
    return sign + (item.op === "not" ? layout(item, at, width) : boxed(item, at, width));
  });
  return lines.join(`\n${" ".repeat(column)}`);
}

function boxed(node: Node, column: number, width: number): string {
  return node.op === "call" ? layout(node, column, width) : `[ ${layout(node, column + 2, width)} ]`;
}
