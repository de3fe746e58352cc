import { useEffect, useState } from "react";

import { outboxOf } from "../api/outbox";
import type { Queued } from "../model/queue";

/** Reads what waits on this computer before the layer is shown, so that nothing of it is missing. */
export function useWaiting(person: string | undefined, slug: string): readonly Queued[] | null {
  const [waiting, setWaiting] = useState<readonly Queued[] | null>(null);
  useEffect(() => {
    let gone = false;
    if (person !== undefined)
      void outboxOf(person)
        .waiting(slug)
        .then((found) => {
          if (!gone) setWaiting(found);
        });
    return () => {
      gone = true;
    };
  }, [person, slug]);
  return waiting;
}
