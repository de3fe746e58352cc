/** What the server answers, /api/v1. Ranges are half-open code points. */

export type Id = string | number;
export type Range = readonly [start: number, end: number];

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export interface User {
  readonly username: string;
  readonly name: string;
  readonly is_admin: boolean;
}

export interface DemoLogin {
  readonly username: string;
  readonly password?: string;
  readonly role: string;
}

export interface Session {
  readonly user: User | null;
  readonly instance: {
    readonly version: string;
    readonly demo: boolean;
    readonly demo_logins: readonly DemoLogin[];
  };
}

export type TokenScope = "read" | "write";

export interface Token {
  readonly id: Id;
  readonly name: string;
  readonly scope: TokenScope;
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly token?: string;
}

export type Role = "annotator" | "reviewer" | "manager";
export const ROLES: readonly Role[] = ["annotator", "reviewer", "manager"];

export interface ProjectSummary {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly role: Role | null;
  readonly counts: {
    readonly statutes: number;
    readonly subsections: number;
    readonly cases: number;
    readonly people: number;
  };
}

export interface Project extends ProjectSummary {
  readonly counts: ProjectSummary["counts"] & {
    readonly parts: number;
    readonly mentions: number;
    readonly arguments: number;
    readonly clauses: number;
    readonly instantiations: number;
  };
  readonly can: { readonly import: boolean; readonly export: boolean; readonly manage: boolean };
}

export interface Person {
  readonly username: string;
  readonly name: string;
  readonly role: Role;
}

export interface StatuteSummary {
  readonly section: string;
  readonly title: string;
  readonly printed: string;
  readonly subsections: number;
  readonly mentions: number;
  readonly arguments: number;
  readonly clauses: number;
  readonly cases: number;
}

export interface Subsection {
  readonly id: Id;
  readonly label: string;
  readonly printed: string;
  readonly depth: number;
  readonly heading: string;
  readonly parts: readonly Range[];
  readonly state: string | null;
}

export type ParagraphKind = "title" | "heading" | "body" | "flush";

export interface StatuteParagraph {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly kind: ParagraphKind;
  readonly enumerator: Range | null;
  readonly label: string;
}

export interface Author {
  readonly kind: "gold" | "person" | "model" | "solver";
  readonly name: string;
}

export interface Argument {
  readonly id: Id;
  readonly number: number;
  readonly name: string;
  readonly value_type: string;
}

export interface Mention {
  readonly id: Id;
  readonly start: number;
  readonly end: number;
  readonly argument: Id;
}

export interface Layer {
  readonly id: Id;
  readonly label: string;
  readonly author: Author;
  readonly revision: number;
  readonly state: string;
  readonly arguments: readonly Argument[];
  readonly mentions: readonly Mention[];
  readonly clause: string | null;
}

export type LayerChoice = "gold" | "mine";

export interface Statute {
  readonly section: string;
  readonly title: string;
  readonly text: string;
  readonly sha256: string;
  readonly subsections: readonly Subsection[];
  readonly paragraphs: readonly StatuteParagraph[];
  readonly layers: readonly Layer[];
}

export interface CaseSummary {
  readonly name: string;
  readonly split: string | null;
  readonly question: string;
  readonly answer: string;
  readonly labels: readonly string[];
}

export type Scalar = string | number | boolean | null;
export type Value = Scalar | readonly Value[];

export interface ArgumentValue {
  readonly name: string;
  readonly value: Value;
  readonly evidence: readonly Range[];
}

export interface Instantiation {
  readonly id: Id;
  readonly label: string;
  readonly printed: string;
  readonly section: string | null;
  readonly truth: boolean | null;
  readonly origin: string;
  readonly author: Author;
  readonly given: readonly ArgumentValue[];
  readonly found: readonly ArgumentValue[];
}

export interface Case {
  readonly name: string;
  readonly text: string;
  readonly question: string;
  readonly answer: string;
  readonly facts: string;
  readonly test: string;
  readonly split: string | null;
  readonly sha256: string;
  readonly instantiations: readonly Instantiation[];
}

export type ImportState =
  "queued" | "checking" | "ready" | "saving" | "done" | "refused" | "failed" | "cancelled";

export interface Problem {
  readonly severity: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface ImportPreview {
  readonly version: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
  readonly problem_count: number;
  readonly error_count: number;
}

export interface Import {
  readonly id: Id;
  readonly file_name: string;
  readonly into: "gold" | "me";
  readonly state: ImportState;
  readonly created_at: string;
  readonly created_by: string;
  readonly progress: { readonly done: number; readonly total: number };
  readonly worker_online: boolean;
  readonly preview: ImportPreview | null;
  readonly message: string;
}
