/** What the server answers, named for the screens. Generated from its schema; only ranges are made pairs. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Id = string | number;
/** Half-open code points. The schema can only say "a list of numbers". */
export type Range = readonly [start: number, end: number];

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export type User = Schemas["UserOutput"];
export type DemoLogin = Schemas["DemoLoginOutput"];
export type Session = Schemas["SessionOutput"];
export type TokenScope = Schemas["ScopeEnum"];
export type Token = Schemas["TokenOutput"];
export type NewToken = Schemas["TokenCreatedOutput"];

export type Role = Schemas["RoleEnum"];
export const ROLES: readonly Role[] = ["annotator", "reviewer", "manager"];

/** An admin may look into a project without a role in it. */
interface MaybeRole {
  readonly role: Role | null;
}
export type ProjectSummary = Omit<Schemas["ProjectOutput"], "role"> & MaybeRole;
export type Project = Omit<Schemas["ProjectDetailOutput"], "role"> & MaybeRole;
export type Person = Schemas["MemberOutput"];

export type ProjectMap = Schemas["MapOutput"];
export type StatuteSummary = Schemas["StatuteRowOutput"];
export type Argument = Schemas["ArgumentOutput"];
export type Mention = Schemas["MentionOutput"];
export type Layer = Schemas["SubsectionLayerOutput"];
/** What the newest run of a model says of one subsection, and which model said it. */
export type SourcedSuggestions = Schemas["SuggestionsOutput"];
export type LayerChoice = "gold" | "mine";
export type Subsection = Omit<Schemas["SubsectionOutput"], "parts"> & { readonly parts: readonly Range[] };
export type StatuteParagraph = Omit<Schemas["ParagraphOutput"], "enumerator"> & {
  readonly enumerator: Range | null;
};
export type Statute = Omit<Schemas["StatuteOutput"], "subsections" | "paragraphs"> & {
  readonly subsections: readonly Subsection[];
  readonly paragraphs: readonly StatuteParagraph[];
};

export type CaseSummary = Omit<Schemas["CaseRowOutput"], "split"> & MaybeSplit;
export type ArgumentValue = Omit<Schemas["CaseValueOutput"], "evidence"> & {
  readonly evidence: readonly Range[];
};
export type Value = ArgumentValue["value"];
export type Instantiation = Omit<Schemas["InstantiationOutput"], "given" | "found"> & {
  readonly given: readonly ArgumentValue[];
  readonly found: readonly ArgumentValue[];
};
export type Case = Omit<Schemas["CaseOutput"], "split" | "instantiations"> &
  MaybeSplit & { readonly instantiations: readonly Instantiation[] };
interface MaybeSplit {
  readonly split: string | null;
}

export type CaseSubsection = Schemas["CaseSubsectionOutput"];
/** Who suggests something for a case: the newest run of a model. */
export type CaseSuggestionSource = Schemas["CaseSuggestionSourceOutput"];
type SuggestedValueJson = Schemas["SuggestedValueOutput"];
export type CaseSuggestedRow = Omit<Schemas["SuggestedRowOutput"], "values"> & {
  readonly values: readonly (Omit<SuggestedValueJson, "evidence"> & {
    readonly evidence: readonly Range[];
  })[];
};
export type CaseSuggestions = Omit<Schemas["CaseSuggestionsOutput"], "rows"> & {
  readonly rows: readonly CaseSuggestedRow[];
};

export type EngineName = Schemas["EngineEnum"];
/** A step of a derivation; those items that came along are steps like it. */
export type Step = Omit<Schemas["StepOutput"], "items" | "spans" | "path"> & {
  readonly path: readonly number[];
  readonly spans: readonly Range[];
  readonly items: readonly Step[];
};
export type StepPage = Omit<Schemas["StepPageOutput"], "items"> & { readonly items: readonly Step[] };
export type WhyPart = Step & { readonly wanted: boolean };
export interface Why {
  readonly parts: readonly WhyPart[];
  readonly then: string | null;
}
export type SolveAnswer = Omit<Schemas["SolveAnswerOutput"], "derivation"> & {
  readonly derivation: readonly Step[];
};
export type ChangedStep = Schemas["ChangedStepOutput"];
export type Solved = SolveAnswer & {
  readonly base: SolveAnswer | null;
  readonly changed: readonly ChangedStep[];
};
export type Flag = Omit<Schemas["ReplayFlagOutput"], "outdated"> & { readonly outdated: string };
export type ProgramReport = Schemas["ProgramReportOutput"];
export type FlagCounts = Schemas["ReplayCountsOutput"];

export type Import = Schemas["ImportOutput"];
export type ImportPreview = Schemas["PreviewOutput"];
export type Problem = Schemas["ProblemOutput"];
