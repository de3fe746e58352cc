/** The layout on a thread of its own, so that the page answers while it runs. */
import type { LayoutInput, MapLayout } from "./layout";
import { layoutMap } from "./layout";

export type LayoutAnswer = { readonly done: number } | { readonly layout: MapLayout };

const post = (answer: LayoutAnswer): void => {
  self.postMessage(answer);
};

self.onmessage = (event: MessageEvent<LayoutInput>): void => {
  const layout = layoutMap(event.data, (done) => {
    post({ done });
  });
  post({ layout });
};
