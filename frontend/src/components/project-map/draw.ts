/** The map on a canvas: less detail the smaller it is, and nothing that is not on the screen. */
import type { MapGraph } from "../../model/map/graph";
import { isCyclic } from "../../model/map/graph";
import type { Box, MapLayout } from "../../model/map/layout";
import type { Size, View } from "../../model/map/view";
import { meets, visibleBox } from "../../model/map/view";

const TEXT_FROM = 0.42;
const CURVES_FROM = 0.18;
const TITLE_PX = 12;

export interface Scene {
  readonly graph: MapGraph;
  readonly layout: MapLayout;
  /** Whether a node passes the filter. */
  readonly shown: (node: number) => boolean;
  /** Whether a statute passes the filter; what does not is not drawn at all. */
  readonly inside: (statute: number) => boolean;
  readonly active: number | null;
  readonly hover: number | null;
}

const NAMES = {
  paper: "--paper",
  raised: "--raised",
  chrome: "--chrome",
  line: "--line-2",
  edge: "--line-3",
  ink: "--ink",
  faint: "--ink-3",
  dim: "--ink-4",
  warn: "--warn",
  warnTint: "--warn-tint",
  bad: "--bad",
  badTint: "--bad-tint",
  focus: "--focus",
  tint: "--accent-tint",
  mono: "--font-mono",
  sans: "--font-ui",
} as const;
export type Palette = Readonly<Record<keyof typeof NAMES, string>>;

/** Returns the colours and fonts of the theme that is on. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const entries = Object.entries(NAMES).map(([key, name]) => [key, style.getPropertyValue(name).trim()]);
  return Object.fromEntries(entries) as Palette;
}

interface Brush {
  readonly to: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly view: View;
  readonly seen: Box;
}

/** Draws the scene; the context is in pixels of the page. */
export function drawMap(
  to: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  view: View,
  size: Size,
): void {
  to.clearRect(0, 0, size.width, size.height);
  const brush: Brush = { to, scene, palette, view, seen: visibleBox(view, size) };
  to.save();
  to.translate(view.x, view.y);
  to.scale(view.scale, view.scale);
  drawFrames(brush);
  drawCalls(brush);
  drawNodes(brush);
  drawFocus(brush);
  to.restore();
  drawTitles(brush);
}

function drawFrames({ to, scene, palette, view, seen }: Brush): void {
  to.fillStyle = palette.chrome;
  to.strokeStyle = palette.line;
  to.lineWidth = 1 / view.scale;
  scene.layout.statutes.forEach((box, statute) => {
    if (box.width === 0 || !scene.inside(statute) || !meets(box, seen)) return;
    to.beginPath();
    to.roundRect(box.x, box.y, box.width, box.height, 6);
    to.fill();
    to.stroke();
  });
}

function traceCall(to: CanvasRenderingContext2D, from: Box, onto: Box, curved: boolean): void {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [onto.x, onto.y + onto.height / 2];
  to.moveTo(x1, y1);
  if (!curved) {
    to.lineTo(x2, y2);
    return;
  }
  const bend = Math.min(240, Math.max(28, Math.abs(x2 - x1) / 2));
  to.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
}

function spans(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y, b.y) + a.height - y,
  };
}

function drawCalls(brush: Brush): void {
  const { to, scene, palette, view, seen } = brush;
  const { graph, layout } = scene;
  const kinds = { plain: [] as [Box, Box][], cycle: [] as [Box, Box][], ghost: [] as [Box, Box][] };
  for (const [caller, callee] of graph.calls) {
    const [from, onto] = [layout.nodes[caller], layout.nodes[callee]];
    if (from === undefined || onto === undefined) continue;
    if (!scene.shown(caller) || !scene.shown(callee) || !meets(spans(from, onto), seen)) continue;
    const kind = graph.nodes[callee]?.ghost ? "ghost" : isCyclic(graph, caller, callee) ? "cycle" : "plain";
    kinds[kind].push([from, onto]);
  }
  const curved = view.scale >= CURVES_FROM;
  const stroke = (calls: readonly [Box, Box][], colour: string, width: number, alpha: number): void => {
    to.beginPath();
    for (const [from, onto] of calls) traceCall(to, from, onto, curved);
    to.strokeStyle = colour;
    to.globalAlpha = alpha;
    to.lineWidth = Math.max(width, (width * 0.6) / view.scale);
    to.stroke();
    to.globalAlpha = 1;
  };
  stroke(kinds.plain, palette.edge, 1, view.scale < CURVES_FROM ? 0.3 : 0.55);
  stroke(kinds.cycle, palette.warn, 2.2, 1);
  to.setLineDash([5, 4]);
  stroke(kinds.ghost, palette.bad, 1.6, 1);
  to.setLineDash([]);
}

function drawNodes({ to, scene, palette, view, seen }: Brush): void {
  const words = view.scale >= TEXT_FROM;
  to.font = `500 11px ${palette.mono}`;
  to.textBaseline = "middle";
  scene.layout.nodes.forEach((box, index) => {
    const node = scene.graph.nodes[index];
    if (node === undefined || !scene.inside(node.statute) || !meets(box, seen)) return;
    const cyclic = (scene.graph.cycle[index] ?? -1) >= 0;
    to.globalAlpha = scene.shown(index) ? 1 : 0.25;
    to.fillStyle = node.ghost ? palette.badTint : cyclic ? palette.warnTint : palette.raised;
    to.strokeStyle = node.ghost ? palette.bad : cyclic ? palette.warn : palette.edge;
    to.lineWidth = node.ghost || cyclic ? 1.6 : 1;
    to.setLineDash(node.ghost ? [4, 3] : node.clause ? [] : [2, 2]);
    to.beginPath();
    to.roundRect(box.x, box.y, box.width, box.height, 4);
    to.fill();
    to.stroke();
    if (words) {
      to.fillStyle = node.ghost ? palette.bad : palette.ink;
      to.fillText(node.printed, box.x + 9, box.y + box.height / 2 + 0.5);
    }
  });
  to.setLineDash([]);
  to.globalAlpha = 1;
}

/** The node in focus with all its calls, over the rest. */
function drawFocus({ to, scene, palette, view }: Brush): void {
  const { graph, layout } = scene;
  const focus = scene.hover ?? scene.active;
  const box = focus === null ? undefined : layout.nodes[focus];
  if (focus === null || box === undefined) return;
  to.strokeStyle = palette.focus;
  to.fillStyle = palette.focus;
  to.lineWidth = Math.max(1.8, 1.4 / view.scale);
  const ends: (readonly [Box | undefined, Box | undefined])[] = [
    ...(graph.callees[focus] ?? []).map((callee) => [box, layout.nodes[callee]] as const),
    ...(graph.callers[focus] ?? []).map((caller) => [layout.nodes[caller], box] as const),
  ];
  to.beginPath();
  for (const [from, onto] of ends) if (from && onto) traceCall(to, from, onto, true);
  to.stroke();
  for (const [, onto] of ends) {
    if (!onto) continue;
    to.beginPath();
    to.arc(onto.x, onto.y + onto.height / 2, Math.max(3, 2.4 / view.scale), 0, Math.PI * 2);
    to.fill();
  }
  to.lineWidth = Math.max(2.4, 2 / view.scale);
  to.beginPath();
  to.roundRect(box.x - 2, box.y - 2, box.width + 4, box.height + 4, 6);
  to.stroke();
}

/** Names of the statutes, always of a size that can be read. */
function drawTitles({ to, scene, palette, view, seen }: Brush): void {
  to.textBaseline = "top";
  scene.layout.statutes.forEach((box, index) => {
    const statute = scene.graph.statutes[index];
    if (box.width === 0 || statute === undefined || !scene.inside(index) || !meets(box, seen)) return;
    const room = box.width * view.scale - 12;
    if (room < 20) return;
    const [x, y] = [
      box.x * view.scale + view.x + 8,
      box.y * view.scale + view.y + 8 * Math.min(1, view.scale),
    ];
    to.save();
    to.beginPath();
    to.rect(x, y - 2, room, TITLE_PX + 8);
    to.clip();
    to.font = `600 ${TITLE_PX}px ${palette.sans}`;
    to.fillStyle = palette.ink;
    to.fillText(statute.printed, x, y);
    const after = x + to.measureText(`${statute.printed} `).width;
    to.font = `400 ${TITLE_PX}px ${palette.sans}`;
    to.fillStyle = palette.faint;
    if (view.scale >= 0.15) to.fillText(statute.title.replace(/^§\s*\w+\.?\s*/u, ""), after, y);
    to.restore();
  });
}
