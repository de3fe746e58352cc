/** What part of the map is on the screen: moving, zooming, fitting, and what lies under a point. */
import type { Box } from "./layout";

/** A point p of the map is on the screen at p × scale + (x, y). */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIN_SCALE = 0.02;
export const MAX_SCALE = 3;
const MARGIN = 24;
const CELL = 256;

export function panView(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** Returns the view zoomed so that what is under the point stays there. */
export function zoomView(view: View, factor: number, px: number, py: number): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio };
}

/** Returns the box around all of these, or null when there are none. */
export function joinBoxes(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the view that shows the whole box, no larger than life. */
export function fitView(box: Box, size: Size): View {
  const room = { width: Math.max(1, size.width - MARGIN * 2), height: Math.max(1, size.height - MARGIN * 2) };
  const fitting = Math.min(room.width / Math.max(1, box.width), room.height / Math.max(1, box.height), 1);
  const scale = Math.max(MIN_SCALE, fitting);
  return {
    scale,
    x: (size.width - box.width * scale) / 2 - box.x * scale,
    y: (size.height - box.height * scale) / 2 - box.y * scale,
  };
}

/** Returns the view moved, and enlarged if labels could not be read, so that the box is in the middle. */
export function centreOn(view: View, box: Box, size: Size): View {
  const scale = Math.max(view.scale, 0.8);
  return {
    scale,
    x: size.width / 2 - (box.x + box.width / 2) * scale,
    y: size.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** Returns the part of the map on the screen. */
export function visibleBox(view: View, size: Size): Box {
  return {
    x: -view.x / view.scale,
    y: -view.y / view.scale,
    width: size.width / view.scale,
    height: size.height / view.scale,
  };
}

export function meets(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** Boxes by the cells they touch, so that a point is looked up without a search. */
export class BoxIndex {
  private readonly cells = new Map<string, number[]>();

  constructor(private readonly boxes: readonly Box[]) {
    boxes.forEach((box, index) => {
      for (let cx = Math.floor(box.x / CELL); cx <= Math.floor((box.x + box.width) / CELL); cx++) {
        for (let cy = Math.floor(box.y / CELL); cy <= Math.floor((box.y + box.height) / CELL); cy++) {
          const key = `${cx},${cy}`;
          const cell = this.cells.get(key);
          if (cell === undefined) this.cells.set(key, [index]);
          else cell.push(index);
        }
      }
    });
  }

  /** Returns the box that holds a point of the map, or null. */
  find(x: number, y: number): number | null {
    const cell = this.cells.get(`${Math.floor(x / CELL)},${Math.floor(y / CELL)}`) ?? [];
    const point = { x, y, width: 0, height: 0 };
    return cell.find((index) => meets(this.boxes[index] ?? point, point)) ?? null;
  }
}
