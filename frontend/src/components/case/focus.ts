/** Puts the focus back on the case's text, once whatever dialog or field had it is gone. */
export function focusCaseText(): void {
  requestAnimationFrame(() => {
    document.getElementById("case-text")?.focus({ preventScroll: true });
  });
}

/** Puts the focus on the field for a comment. */
export function focusComment(): void {
  document.querySelector<HTMLElement>("#cside-panel > .thrs > .rep textarea")?.focus();
}
