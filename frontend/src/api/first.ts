/** What runs before all else: the page's script, which is large, is still being read. See vite.config.ts. */
import { beginEarly, firstPaths } from "./early";

beginEarly(firstPaths(location.pathname, location.search));
