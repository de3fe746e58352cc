/**
 * The whole law as nodes of the page. React holds the frame around it; in here nodes stay where they are, and
 * a change goes to the paragraphs that it is in and to nothing else. What is far from the focus is set in
 * slices between other work, so that opening a large statute never holds up the hand.
 */
import { sameMarks, sameShape } from "../../model/document";
import type { SetParagraph, SetSection, StatuteDocument } from "../../model/document";
import { afterPaint } from "../after-paint";
import { fillParagraph, makeParagraph } from "./set-paragraph";

/** Paragraphs set at once, before anything is shown, and milliseconds of each slice after that. */
const AT_ONCE = 60;
const SLICE = 16;

type Child = SetSection | SetParagraph;

export class SetPage {
  private paragraphs = new Map<number, HTMLElement>();
  private starts: readonly number[] = [];
  private sections = new Map<string, HTMLElement[]>();
  private elements = new Map<string, HTMLElement>();
  /** Top-level sections that are still empty, and what belongs in them. */
  private waiting = new Map<HTMLElement, SetSection>();
  private focus: string | null = null;
  private document: StatuteDocument;
  private stopped = false;
  private pause: () => void = () => undefined;
  /** Where the bar of the subsection in focus is put; it moves along with the focus. */
  readonly bar: HTMLElement;

  constructor(
    private readonly host: HTMLElement,
    document: StatuteDocument,
    focus: string | null,
  ) {
    this.document = document;
    this.bar = window.document.createElement("div");
    this.bar.className = "fo-bar";
    this.build(focus);
  }

  /** Returns the paragraph that holds an offset. */
  paragraphAt(offset: number): HTMLElement | null {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.paragraphs.get(this.starts[low - 1] ?? -1) ?? null;
  }

  /** Returns the elements of a subsection; one that other text interrupts has several. */
  sectionsOf(label: string): readonly HTMLElement[] {
    return this.sections.get(label) ?? [];
  }

  /** Takes on a changed document: another law is set anew, an edit changes its paragraphs. */
  update(document: StatuteDocument): void {
    const before = this.document;
    if (before === document) return;
    this.document = document;
    const same = before.source.text === document.source.text && sameShape(before.root, document.root);
    if (same) this.change(before.root, document.root);
    else this.build(this.focus);
  }

  /** Boxes the subsection in focus, all its parts, and moves the bar there. */
  setFocus(label: string | null): void {
    if (label !== null) this.setNow(label);
    for (const element of this.sectionsOf(this.focus ?? "")) {
      element.classList.remove("fo");
      element.removeAttribute("aria-current");
    }
    this.focus = label;
    const boxes = this.sectionsOf(label ?? "");
    for (const element of boxes) {
      element.classList.add("fo");
      element.setAttribute("aria-current", "true");
    }
    if (boxes[0]) boxes[0].prepend(this.bar);
    else this.bar.remove();
  }

  /** Nothing more is set; for when the page is left. */
  stop(): void {
    this.stopped = true;
    this.pause();
    this.waiting.clear();
  }

  private build(focus: string | null): void {
    this.paragraphs = new Map();
    this.sections = new Map();
    this.elements = new Map();
    this.waiting = new Map();
    const { root } = this.document;
    const top = this.makeSection(root);
    for (const child of root.children) top.append(this.makeShell(child));
    this.starts = startsOf(root);
    this.host.replaceChildren(top);
    this.focus = null;
    this.setFocus(focus);
    while (this.paragraphs.size < AT_ONCE && this.setNext()) continue;
    // First what is there is shown.
    this.pause();
    this.pause = afterPaint(() => {
      this.goOn();
    });
  }

  /** Returns a top-level child: a paragraph whole, a section empty until its turn comes. */
  private makeShell(child: Child): HTMLElement {
    if (child.type === "paragraph") return this.makeParagraph(child);
    const element = this.makeSection(child);
    this.waiting.set(element, child);
    return element;
  }

  private makeSection(node: SetSection): HTMLElement {
    const element = window.document.createElement("div");
    element.className = "sub";
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", this.nameOf(node.label));
    element.dataset.label = node.label;
    const same = this.sections.get(node.label);
    if (same === undefined) this.sections.set(node.label, [element]);
    else same.push(element);
    this.elements.set(node.key, element);
    return element;
  }

  private makeParagraph(paragraph: SetParagraph): HTMLElement {
    const element = makeParagraph(this.document.source, paragraph);
    this.paragraphs.set(paragraph.start, element);
    return element;
  }

  private fill(element: HTMLElement, node: SetSection): void {
    for (const child of node.children) {
      if (child.type === "paragraph") element.append(this.makeParagraph(child));
      else {
        const inner = this.makeSection(child);
        this.fill(inner, child);
        element.append(inner);
      }
    }
  }

  /** Sets what waits and holds this label. */
  private setNow(label: string): void {
    for (const [element, node] of Array.from(this.waiting)) {
      if (label !== node.label && !label.startsWith(`${node.label}(`)) continue;
      this.waiting.delete(element);
      this.fill(element, node);
    }
  }

  /** Sets the section that waits nearest to the focus; false when none waits. */
  private setNext(): boolean {
    const at = this.document.byLabel.get(this.focus ?? "")?.parts[0]?.[0] ?? 0;
    let nearest: readonly [HTMLElement, SetSection] | null = null;
    let least = Infinity;
    for (const [element, node] of this.waiting) {
      const distance = node.start >= at ? node.start - at : 2 * (at - node.start);
      if (distance >= least) continue;
      [nearest, least] = [[element, node], distance];
    }
    if (nearest === null) return false;
    this.waiting.delete(nearest[0]);
    this.fill(...nearest);
    return true;
  }

  private goOn(): void {
    if (this.waiting.size === 0 || this.stopped) return;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      if (this.stopped) return;
      const until = performance.now() + SLICE;
      while (performance.now() < until && this.setNext()) continue;
      this.goOn();
    };
    channel.port2.postMessage(null);
  }

  private change(before: SetSection, after: SetSection): void {
    const element = this.elements.get(after.key);
    if (element !== undefined && this.waiting.has(element)) this.waiting.set(element, after);
    after.children.forEach((child, index) => {
      const was = before.children[index];
      if (child === was) return;
      if (child.type === "section" && was?.type === "section") this.change(was, child);
      else if (child.type === "paragraph" && was?.type === "paragraph" && !sameMarks(was, child)) {
        const paragraph = this.paragraphs.get(child.start);
        if (paragraph) fillParagraph(paragraph, this.document.source, child);
      }
    });
  }

  private nameOf(label: string): string {
    const subsection = this.document.byLabel.get(label);
    if (subsection === undefined) return label === this.document.section ? `§${label}` : label;
    return subsection.heading ? `${subsection.printed} ${subsection.heading}` : subsection.printed;
  }
}

function startsOf(root: SetSection): readonly number[] {
  const starts: number[] = [];
  const walk = (node: SetSection): void => {
    for (const child of node.children) {
      if (child.type === "paragraph") starts.push(child.start);
      else walk(child);
    }
  };
  walk(root);
  return starts;
}

const pages = new WeakMap<Element, SetPage>();

/** Makes a page known by the pane that it lies in. */
export function keepPage(sheet: Element, page: SetPage): void {
  pages.set(sheet, page);
}

/** Returns the page that lies in a pane. */
export function pageOf(sheet: Element): SetPage | undefined {
  return pages.get(sheet);
}
