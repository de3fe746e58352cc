/** A tab that is not in sight paints nothing; it waits no longer than this. */
const UNSEEN_MS = 250;

/** Calls once what is there now has been painted; returns how to call it off. */
export function afterPaint(then: () => void): () => void {
  let timer = setTimeout(run, UNSEEN_MS);
  // The frame's own callbacks come before its painting, a timer set by them after it.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  function cancel(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  }
  function run(): void {
    cancel();
    then();
  }
  return cancel;
}
