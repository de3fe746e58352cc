import * as Plot from "@observablehq/plot";
import { useEffect, useRef } from "react";
import type { ReactElement } from "react";

interface FigurePlotProps {
  readonly label: string;
  readonly options: Plot.PlotOptions;
}

/** A plot, drawn anew when its data change. Its colours are classes, so themes need no drawing. */
export function FigurePlot({ label, options }: FigurePlotProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = Plot.plot({ ...options, figure: false });
    // Its own style sheet is inline, which our security policy refuses; progress.css has the rules.
    for (const sheet of drawn.querySelectorAll("style")) sheet.remove();
    drawn.removeAttribute("fill");
    drawn.setAttribute("aria-hidden", "true");
    place.current?.replaceChildren(drawn);
  }, [options]);
  return <div ref={place} className="plot" role="img" aria-label={label} />;
}
