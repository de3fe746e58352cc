/** What a second view of the clause, such as the graph, is given. */

import type { Argument } from "../../api/types";
import type { Term } from "../../model/clauses";

export interface ClausePaneProps {
  /** The project's slug. */
  readonly project: string;
  /** The clause as last read; while its text cannot be read, the last term that could. Null before there was one. */
  readonly term: Term | null;
  /** Arguments of the clause's subsection, with the numbers that colour them. */
  readonly names: readonly Argument[];
  readonly readOnly: boolean;
  /** Called with the changed clause; the text is written anew and the change is one step to undo. */
  readonly onChange: (term: Term) => void;
  /** Goes to a subsection's clause. */
  readonly onOpen: (label: string) => void;
}
