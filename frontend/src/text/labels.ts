/** Spellings of a subsection's label, as people type them and as screens print them. */

export interface Label {
  readonly section: string;
  readonly path: readonly string[];
}

const PLAIN = /^§?\s*(\d+[A-Za-z]*)((?:\s*\([A-Za-z0-9]+\))*)$/;
const PREDICATE = /^s?(\d+[A-Za-z]*)((?:_[A-Za-z0-9]+)*)$/;
const FILE = /^section\s*(\d+[A-Za-z]*)((?:\s*\([A-Za-z0-9]+\))*)$/i;

/** Returns the label that any of the five spellings names, or null. Letter case is significant. */
export function parseLabel(typed: string): Label | null {
  const text = typed.trim();
  const bracketed = PLAIN.exec(text) ?? FILE.exec(text);
  if (bracketed) {
    const steps = (bracketed[2] ?? "").matchAll(/\(([A-Za-z0-9]+)\)/g);
    return { section: bracketed[1] ?? "", path: Array.from(steps, (step) => step[1] ?? "") };
  }
  const scored = PREDICATE.exec(text);
  if (scored) return { section: scored[1] ?? "", path: (scored[2] ?? "").split("_").slice(1) };
  return null;
}

/** Returns 63(c)(5). */
export function plainLabel(label: Label): string {
  return label.section + label.path.map((step) => `(${step})`).join("");
}

/** Returns the label of the subsection around it, or null for a whole section. */
export function parentLabel(plain: string): string | null {
  const open = plain.lastIndexOf("(");
  return open > 0 ? plain.slice(0, open) : null;
}

/** Returns whether the first label is the second or lies around it. */
export function holdsLabel(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer + "(");
}

/** Returns a statute's title without the number that stands before it, "§12. Harbour dues". */
export function titleWords(title: string): string {
  return title.replace(/^§\s*\w+\.?\s*/u, "") || title;
}

/** Returns whether this is a section's number; a free predicate such as "tax" has no section and no text. */
export function isSection(section: string | null | undefined): section is string {
  return section != null && /^\d/.test(section);
}

/** Returns the last step with its brackets, (5), or the label itself for a whole section. */
export function lastStep(plain: string): string {
  const open = plain.lastIndexOf("(");
  return open > 0 ? plain.slice(open) : plain;
}
