import { mergeConfig } from "vite";

import base from "../vite.config";
import { mockApi } from "./mock";

/** The screens without a server, on invented data. Development only; no part of the build. */
export default mergeConfig(base({ command: "serve", mode: "development" }), { plugins: [mockApi()] });
