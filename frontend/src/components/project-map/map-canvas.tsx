import { useEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";

import type { Box, MapLayout } from "../../model/map/layout";
import { BoxIndex, joinBoxes, panView, zoomView } from "../../model/map/view";
import type { Size, View } from "../../model/map/view";
import type { Scene } from "./draw";
import { usePainter } from "./painter";

const STEP = 90;
const ZOOM = 1.25;
const CLICK_PX = 4;

interface MapCanvasProps {
  readonly scene: Omit<Scene, "hover">;
  /** The nodes that pass the filter: what "fit" shows. */
  readonly found: readonly number[];
  readonly label: string;
  readonly onOpen: (node: number) => void;
  readonly onMove: (by: number) => void;
  readonly onHover: (node: number | null) => void;
}

function moveByKey(key: string, far: boolean, view: View, size: Size): View | null {
  const step = STEP * (far ? 4 : 1);
  const [x, y] = [size.width / 2, size.height / 2];
  switch (key) {
    case "ArrowLeft":
      return panView(view, step, 0);
    case "ArrowRight":
      return panView(view, -step, 0);
    case "ArrowUp":
      return panView(view, 0, step);
    case "ArrowDown":
      return panView(view, 0, -step);
    case "+":
    case "=":
      return zoomView(view, ZOOM, x, y);
    case "-":
      return zoomView(view, 1 / ZOOM, x, y);
    default:
      return null;
  }
}

/** Returns what "fit" shows: the nodes that were found, with room for the statutes' names. */
function wholeBox(found: readonly number[], layout: MapLayout): Box {
  const boxes = found.map((node) => layout.nodes[node]).filter((box) => box !== undefined);
  const whole = joinBoxes(boxes) ?? { x: 0, y: 0, width: layout.width, height: layout.height };
  return { ...whole, y: whole.y - 40, height: whole.height + 60 };
}

/** The map, moved by mouse and keys. All that it shows is in the list beside it as well. */
export function MapCanvas(props: MapCanvasProps): ReactElement {
  const { scene, found, onOpen, onMove, onHover } = props;
  const { layout, active } = scene;
  const { ref, painter } = usePainter(scene);
  const boxes = useMemo(() => new BoxIndex(layout.nodes), [layout]);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  const whole = useMemo(() => wholeBox(found, layout), [found, layout]);
  useEffect(() => {
    painter.current?.fit(whole);
  }, [whole, painter]);
  useEffect(() => {
    const box = active === null ? undefined : layout.nodes[active];
    if (box) painter.current?.centre(box);
  }, [active, layout, painter]);

  const find = (event: PointerEvent): number | null => {
    const made = painter.current;
    if (!made) return null;
    const at = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - at.left - made.view.x) / made.view.scale;
    const y = (event.clientY - at.top - made.view.y) / made.view.scale;
    const node = boxes.find(x, y);
    const statute = node === null ? undefined : scene.graph.nodes[node]?.statute;
    return statute !== undefined && scene.inside(statute) ? node : null;
  };
  const onPointerMove = (event: PointerEvent): void => {
    const made = painter.current;
    if (!made) return;
    const from = drag.current;
    if (from !== null) {
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < CLICK_PX) return;
      drag.current = { x: event.clientX, y: event.clientY, moved: true };
      made.move(panView(made.view, dx, dy));
      return;
    }
    const node = find(event);
    if (made.point(node)) onHover(node);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const made = painter.current;
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = moveByKey(event.key, event.shiftKey, made.view, made.size);
    const letter = event.key.toLowerCase();
    if (moved !== null) made.move(moved);
    else if (event.key === "0") made.fit(whole);
    else if (event.key === "Enter" && active !== null) onOpen(active);
    else if (letter === "j" || letter === "k") onMove(letter === "j" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // A surface that takes its own keys; the list beside it says the same to screen readers.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="pmap-frame"
      role="application"
      aria-label={props.label}
      aria-describedby="pmap-keys"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <canvas
        ref={ref}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, moved: false };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => {
          const clicked = drag.current !== null && !drag.current.moved;
          drag.current = null;
          const node = clicked ? find(event) : null;
          if (node !== null) onOpen(node);
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onPointerLeave={() => {
          painter.current?.point(null);
          onHover(null);
        }}
      />
    </div>
  );
}
