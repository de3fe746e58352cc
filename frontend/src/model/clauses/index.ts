/** The structure language in the browser: text to terms and back. Problems and checks are the server's. */

export { MAX_DEPTH, parseClause } from "./parse";
export type { Fault, Parsed } from "./parse";
export { layoutPaper, printCall, printFile, printPaper, showLabel, showName, showPredicate } from "./print";
export { callsOf, isSameTerm, makeCall, makeGate, makePassed, makeTerm } from "./term";
export type { Call, Gate, Head, HeadArgument, Node, PassedArgument, Place, Term } from "./term";
export { readLabel, tokenize } from "./tokens";
export type { Token, TokenKind } from "./tokens";
