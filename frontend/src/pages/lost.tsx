import type { ReactElement } from "react";
import { Link } from "react-router";

import { Empty } from "../components/states";
import { Shell } from "./shell";

export function LostPage(): ReactElement {
  return (
    <Shell title="Not found" screen="plain">
      <main id="main" className="pane">
        <div className="home thin">
          <Empty>
            There is no such page.{" "}
            <Link className="linkish" to="/">
              All projects
            </Link>
          </Empty>
        </div>
      </main>
    </Shell>
  );
}
