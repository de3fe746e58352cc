/** Gives the keys back to the statute. */
export function focusSheet(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
