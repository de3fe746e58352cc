import { useEffect, useState } from "react";

const PATIENCE_MS = 200;

/** Whether nothing has been shown yet: the page was just opened, and no other page stood here. */
function isBlank(): boolean {
  return document.getElementById("root")?.childElementCount === 0;
}

/**
 * Returns whether to show that something is on its way. On a page that is still blank not at once: what comes
 * in a moment would have to wait until the frame around nothing is laid out and painted.
 */
export function usePatience(): boolean {
  const [over, setOver] = useState(() => !isBlank());
  useEffect(() => {
    if (over) return undefined;
    const timer = setTimeout(() => {
      setOver(true);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [over]);
  return over;
}
