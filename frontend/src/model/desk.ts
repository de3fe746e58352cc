/** What every screen that is written in has in common: its layers, its log, and what happens to them. */
import type { Edit, Layer } from "./edits";

export interface DeskState {
  readonly author: string;
  /** By the label of the subsection, or the name of the case. */
  readonly layers: ReadonlyMap<string, Layer>;
  /** By the id of the layer, the key in `layers`. */
  readonly labels: ReadonlyMap<string, string>;
  /** Edits known here, oldest first, each with its inverse; undo reads it. */
  readonly log: readonly Edit[];
  /** An edit from elsewhere did not fit what is shown; read it again. */
  readonly astray: boolean;
}

export type DeskAction =
  | { readonly type: "logRead"; readonly edits: readonly Edit[] }
  | {
      readonly type: "edited";
      readonly edits: readonly Edit[];
      readonly say: string;
      readonly mention?: string | null;
      /** Go on to the open suggestion there: the first from an offset, or the one at a place of the list. */
      readonly next?: number;
    }
  /** These edits were never stored: the person let go of them, or the server would not have them. */
  | { readonly type: "forgotten"; readonly ids: readonly string[] }
  | { readonly type: "heard"; readonly edits: readonly Edit[] }
  | { readonly type: "said"; readonly text: string; readonly fault?: boolean };
