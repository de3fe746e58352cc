/** Puts the focus back on the case's text, once whatever dialog or field had it is gone. */
export function focusCaseText(): void {
  requestAnimationFrame(() => {
    document.getElementById("case-text")?.focus({ preventScroll: true });
  });
}
