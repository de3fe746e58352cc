import { useCallback, useEffect, useRef } from "react";

import type { Box } from "../../model/map/layout";
import { centreOn, fitView, zoomView } from "../../model/map/view";
import type { Size, View } from "../../model/map/view";
import type { Palette, Scene } from "./draw";
import { drawMap, readPalette } from "./draw";

/** The view and the drawing, outside React: a frame while panning costs one drawing and no rendering. */
export class Painter {
  view: View = { x: 0, y: 0, scale: 1 };
  hover: number | null = null;
  size: Size = { width: 0, height: 0 };
  private palette: Palette | null = null;
  private waiting = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly scene: () => Omit<Scene, "hover">,
  ) {}

  resize(size: Size): void {
    this.size = size;
    this.canvas.width = Math.round(size.width * devicePixelRatio);
    this.canvas.height = Math.round(size.height * devicePixelRatio);
    this.ask();
  }

  /** Puts the pointer on a node, or on none; returns whether that is news. */
  point(node: number | null): boolean {
    if (node === this.hover) return false;
    this.hover = node;
    this.ask();
    return true;
  }

  move(view: View): void {
    this.view = view;
    this.ask();
  }

  fit(box: Box): void {
    this.move(fitView(box, this.size));
  }

  centre(box: Box): void {
    this.move(centreOn(this.view, box, this.size));
  }

  retint(): void {
    this.palette = null;
    this.ask();
  }

  /** Draws with the next frame, however often it is asked. */
  ask(): void {
    if (this.waiting !== 0) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  stop(): void {
    cancelAnimationFrame(this.waiting);
  }

  private draw(): void {
    const to = this.canvas.getContext("2d");
    if (to === null) return;
    this.palette ??= readPalette(this.canvas);
    to.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    drawMap(to, { ...this.scene(), hover: this.hover }, this.palette, this.view, this.size);
    this.canvas.dataset.view = [this.view.x, this.view.y, this.view.scale].map((n) => n.toFixed(3)).join(" ");
  }
}

/** A canvas with its painter: sizes, theme, fonts and the wheel are followed. */
export function usePainter(scene: Omit<Scene, "hover">): {
  readonly ref: (canvas: HTMLCanvasElement | null) => (() => void) | undefined;
  readonly painter: { readonly current: Painter | null };
} {
  const latest = useRef(scene);
  const painter = useRef<Painter | null>(null);
  useEffect(() => {
    latest.current = scene;
    painter.current?.ask();
  }, [scene]);
  const ref = useCallback((canvas: HTMLCanvasElement | null) => {
    const frame = canvas?.parentElement;
    if (!canvas || !frame) return undefined;
    const made = new Painter(canvas, () => latest.current);
    painter.current = made;
    made.resize({ width: frame.clientWidth, height: frame.clientHeight });
    const sizes = new ResizeObserver(() => {
      made.resize({ width: frame.clientWidth, height: frame.clientHeight });
    });
    sizes.observe(frame);
    const themes = new MutationObserver(() => {
      made.retint();
    });
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const at = canvas.getBoundingClientRect();
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016));
      made.move(zoomView(made.view, factor, event.clientX - at.left, event.clientY - at.top));
    };
    // React's own listener is passive, and the page must not scroll.
    canvas.addEventListener("wheel", onWheel, { passive: false });
    void document.fonts.ready.then(() => {
      made.ask();
    });
    return () => {
      made.stop();
      sizes.disconnect();
      themes.disconnect();
      canvas.removeEventListener("wheel", onWheel);
      painter.current = null;
    };
  }, []);
  return { ref, painter };
}
