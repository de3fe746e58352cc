import react from "@vitejs/plugin-react";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const FIRST = "src/api/first.ts";

/** The fonts of every screen. Without them at hand the first page is laid out twice. */
const FONT = /(?:inter-latin-opsz|source-serif-4-latin-opsz|jetbrains-mono-latin-wght)-normal-[^.]*\.woff2$/;

function tagOf(file: Rolldown.OutputBundle[string]): HtmlTagDescriptor[] {
  const href = `/static/${file.fileName}`;
  if (file.type === "chunk" && file.facadeModuleId?.endsWith(FIRST) === true) {
    const attrs = { type: "module", async: true, crossorigin: true, src: href };
    return [{ tag: "script", attrs, injectTo: "head" }];
  }
  if (!FONT.test(file.fileName)) return [];
  const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href };
  return [{ tag: "link", attrs, injectTo: "head" }];
}

/** Has the page ask for its first answers and its fonts before the large script is read. */
function askFirst(): Plugin {
  return {
    name: "ask-first",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => Object.values(bundle).flatMap(tagOf),
    },
  };
}

const api = process.env.SARA_API ?? "http://127.0.0.1:8000";

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  plugins: [react(), askFirst()],
  build: {
    outDir: "dist",
    target: "es2022",
    // The content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first file holds the workbench and what all pages share; see app.tsx.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: "index.html", first: FIRST },
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: /src\/api\/(first|early)\.ts$/, priority: 1 },
            // What every page needs is one file: thirty small ones cost more than they weigh.
            { name: "all", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: api, changeOrigin: false } } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
  },
}));
