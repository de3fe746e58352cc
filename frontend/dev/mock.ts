/** A tiny server for `npm run dev:mock`: the contract's answers on invented data, kept in memory. */
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Connect, Plugin } from "vite";

import type { Import, Person, Project, Token } from "../src/api/types";
import { CASES } from "./cases";
import { STATUTES } from "./statutes";

type Answer = { readonly status: number; readonly body: unknown } | null;
type Handler = (match: RegExpMatchArray, query: URLSearchParams, body: Record<string, string>) => Answer;

let signedIn = true;
let people: Person[] = [
  { username: "dana", name: "Dana Whitlock", role: "manager" },
  { username: "robin", name: "Robin", role: "annotator" },
  { username: "sam", name: "Sam", role: "reviewer" },
];
let tokens: Token[] = [];
const imports: Import[] = [];

const ok = (body: unknown, status = 200): Answer => ({ status, body });
const fail = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, extra: {} },
});

function paged(all: readonly unknown[], query: URLSearchParams): Answer {
  const page = Number(query.get("page") ?? 1);
  const size = Number(query.get("page_size") ?? 50);
  const results = all.slice((page - 1) * size, page * size);
  return ok({ count: all.length, next: page * size < all.length ? "next" : null, previous: null, results });
}

const session = (): unknown => ({
  user: signedIn ? { username: "dana", name: "Dana Whitlock", is_admin: true } : null,
  instance: {
    version: "0.1.0",
    demo: true,
    demo_logins: [
      { username: "dana", password: "harbour", role: "manager" },
      { username: "robin", password: "harbour", role: "annotator" },
    ],
  },
});

const project: Project = {
  slug: "demo",
  name: "Port Merrow Harbour Dues Act",
  description: "Dues, licences and rebates of a small harbour.",
  role: "manager",
  counts: {
    statutes: 3,
    subsections: 624,
    cases: 96,
    people: 3,
    parts: 640,
    mentions: 6044,
    arguments: 3650,
    clauses: 610,
    instantiations: 192,
  },
  can: { import: true, export: true, manage: true },
};

const summaries = STATUTES.map((s) => ({
  section: s.section,
  title: s.title,
  printed: `§${s.section}`,
  subsections: s.subsections.length,
  mentions: s.layers.reduce((n, l) => n + l.mentions.length, 0),
  arguments: s.layers.reduce((n, l) => n + l.arguments.length, 0),
  clauses: s.layers.filter((l) => l.clause).length,
  cases: s.section === "12" ? 192 : 0,
}));

function newImport(): Import {
  return {
    id: String(imports.length + 1),
    file_name: "port-merrow.tar.gz",
    into: "gold",
    state: "ready",
    created_at: new Date().toISOString(),
    created_by: "dana",
    progress: { done: 0, total: 0 },
    worker_online: true,
    message: "",
    preview: {
      version: "SARA v2",
      counts: {
        statutes: 7,
        subsections: 164,
        parts: 171,
        mentions: 1204,
        arguments: 655,
        clauses: 164,
        cases: 96,
        instantiations: 210,
        programs: 1,
        ignored_files: 2,
      },
      problems: [
        {
          severity: "warning",
          file: "cases/s14_b_pos.pl",
          line: 9,
          column: 1,
          code: "fact_dot",
          message: "A fact without its dot.",
          hint: "End the line with a dot.",
        },
        {
          severity: "error",
          file: "argument_placeholders/section12",
          line: 31,
          column: null,
          code: "span_outside",
          message: "The span 1204–1219 ends after the statute does.",
          hint: "Compare with boundaries/section12.",
        },
      ],
      problem_count: 2,
      error_count: 0,
    },
  };
}

function setImport(id: string, state: Import["state"]): Answer {
  const at = Number(id) - 1;
  const job = imports[at];
  if (!job) return fail(404, "not_found", "No such import.");
  imports[at] = { ...job, state };
  return ok(imports[at]);
}

const P = "^/projects/demo";
const ROUTES: readonly [string, RegExp, Handler][] = [
  ["GET", /^\/session$/, () => ok(session())],
  [
    "POST",
    /^\/session$/,
    (_m, _q, body) => {
      if (body.password !== "harbour")
        return fail(400, "credentials_invalid", "Name and password do not fit together.");
      signedIn = true;
      return ok(session());
    },
  ],
  ["DELETE", /^\/session$/, () => ((signedIn = false), ok(null, 204))],
  ["POST", /^\/me\/password$/, () => ok(null, 204)],
  ["GET", /^\/me\/tokens$/, (_m, q) => paged(tokens, q)],
  [
    "POST",
    /^\/me\/tokens$/,
    (_m, _q, body) => {
      const token = {
        id: tokens.length + 1,
        name: body.name ?? "",
        scope: "read" as const,
        prefix: "sa_7f3c",
        created_at: new Date().toISOString(),
        last_used_at: null,
      };
      tokens = [...tokens, token];
      return ok({ ...token, token: "sa_7f3c0a41e7d24f6f9b1c" }, 201);
    },
  ],
  [
    "DELETE",
    /^\/me\/tokens\/(\d+)$/,
    (m) => ((tokens = tokens.filter((t) => String(t.id) !== m[1])), ok(null, 204)),
  ],
  ["GET", /^\/projects$/, (_m, q) => paged([project], q)],
  ["GET", new RegExp(P + "$"), () => ok(project)],
  ["GET", new RegExp(P + "/people$"), (_m, q) => paged(people, q)],
  [
    "POST",
    new RegExp(P + "/people$"),
    (_m, _q, body) => {
      const person = {
        username: body.username ?? "",
        name: body.username ?? "",
        role: body.role as Person["role"],
      };
      people = [...people, person];
      return ok(person, 201);
    },
  ],
  [
    "PATCH",
    new RegExp(P + "/people/(.+)$"),
    (m, _q, body) => {
      people = people.map((p) => (p.username === m[1] ? { ...p, role: body.role as Person["role"] } : p));
      return ok(people.find((p) => p.username === m[1]));
    },
  ],
  [
    "DELETE",
    new RegExp(P + "/people/(.+)$"),
    (m) => ((people = people.filter((p) => p.username !== m[1])), ok(null, 204)),
  ],
  ["GET", new RegExp(P + "/statutes$"), (_m, q) => paged(summaries, q)],
  [
    "GET",
    new RegExp(P + "/statutes/(.+)$"),
    (m) => {
      const found = STATUTES.find((s) => s.section === m[1]);
      return found ? ok(found) : fail(404, "not_found", "This project has no such statute.");
    },
  ],
  [
    "GET",
    new RegExp(P + "/cases$"),
    (_m, q) => {
      const search = (q.get("search") ?? "").toLowerCase();
      const split = q.get("split");
      const rows = CASES.filter((c) => (!split || c.split === split) && c.name.includes(search));
      return paged(
        rows.map((c) => ({ ...c, labels: c.instantiations.map((i) => i.printed) })),
        q,
      );
    },
  ],
  [
    "GET",
    new RegExp(P + "/cases/(.+)$"),
    (m) => {
      const found = CASES.find((c) => c.name === m[1]);
      return found ? ok(found) : fail(404, "not_found", "This project has no such case.");
    },
  ],
  ["GET", new RegExp(P + "/imports$"), (_m, q) => paged(imports.toReversed(), q)],
  ["POST", new RegExp(P + "/imports$"), () => (imports.push(newImport()), ok(imports.at(-1), 202))],
  ["GET", new RegExp(P + "/imports/(\\d+)$"), (m) => ok(imports[Number(m[1]) - 1])],
  ["POST", new RegExp(P + "/imports/(\\d+)/confirm$"), (m) => setImport(m[1] ?? "", "done")],
  ["POST", new RegExp(P + "/imports/(\\d+)/cancel$"), (m) => setImport(m[1] ?? "", "cancelled")],
];

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const json = request.headers["content-type"]?.includes("json") && chunks.length > 0;
  return json ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>) : {};
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://mock");
  const body = await readBody(request);
  let answer: Answer = fail(404, "not_found", "Nothing is here.");
  for (const [method, pattern, handler] of ROUTES) {
    const match = decodeURIComponent(url.pathname).match(pattern);
    if (match && method === request.method) {
      answer = handler(match, url.searchParams, body);
      break;
    }
  }
  if (!signedIn && !url.pathname.startsWith("/session"))
    answer = fail(401, "not_authenticated", "Sign in first.");
  response.statusCode = answer?.status ?? 404;
  response.setHeader("Content-Type", "application/json");
  response.end(answer?.status === 204 ? "" : JSON.stringify(answer?.body));
}

function listen(server: { readonly middlewares: Connect.Server }): void {
  server.middlewares.use("/api/v1", (request, response) => {
    void respond(request, response);
  });
}

/** Returns the plug-in that answers /api/v1 in the development server. */
export function mockApi(): Plugin {
  return {
    name: "mock-api",
    apply: "serve",
    configureServer: listen,
    configurePreviewServer: listen,
  };
}
