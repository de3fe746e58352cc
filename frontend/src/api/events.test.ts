import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { AGAIN_MS, ASK_MS, listenToProject } from "./events";

class FakeSource extends EventTarget {
  readyState = 0;
  closed = false;
  constructor(readonly url: string) {
    super();
  }
  close(): void {
    this.closed = true;
    this.readyState = 2;
  }
  tell(name: string, body: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(body) }));
  }
  refuse(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  }
}

let sources: FakeSource[] = [];
const open = (url: string) => {
  const source = new FakeSource(url);
  sources.push(source);
  return source;
};
const newest = () => {
  const source = sources.at(-1);
  if (source === undefined) throw new Error("nothing was opened");
  return source;
};

beforeEach(() => {
  sources = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("listenToProject", () => {
  it("hands on what the stream tells", () => {
    const onJob = vi.fn();
    const onSuggestions = vi.fn();
    const onComments = vi.fn();
    const stop = listenToProject("port merrow", { onJob, onSuggestions, onComments, onAsk: vi.fn() }, open);
    expect(newest().url).toBe("/api/v1/projects/port%20merrow/events");
    newest().tell("job", { id: "1", state: "running" });
    newest().tell("comments", { newest: 3, open: 2, unread: 1 });
    expect(onComments).toHaveBeenCalledWith({ newest: 3, open: 2, unread: 1 });
    newest().tell("suggestions", { run: "crf-1", section: "7" });
    expect(onJob).toHaveBeenCalledWith({ id: "1", state: "running" });
    expect(onSuggestions).toHaveBeenCalledWith({ run: "crf-1", section: "7" });
    stop();
    expect(newest().closed).toBe(true);
  });

  it("leaves it to the browser to open a stream again that ended", () => {
    const onAsk = vi.fn();
    const stop = listenToProject("p", { onAsk }, open);
    newest().dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(AGAIN_MS * 2);
    expect(onAsk).not.toHaveBeenCalled();
    expect(sources).toHaveLength(1);
    stop();
  });

  it("asks from time to time when there is no room for a stream, and tries again", () => {
    const onAsk = vi.fn();
    const stop = listenToProject("p", { onAsk }, open);
    newest().refuse();
    newest().refuse();
    vi.advanceTimersByTime(ASK_MS * 3);
    expect(onAsk).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(AGAIN_MS);
    expect(sources).toHaveLength(2);
    newest().dispatchEvent(new Event("open"));
    onAsk.mockClear();
    vi.advanceTimersByTime(ASK_MS * 3);
    expect(onAsk).not.toHaveBeenCalled();
    stop();
  });

  it("is silent once it was stopped", () => {
    const onAsk = vi.fn();
    const stop = listenToProject("p", { onAsk }, open);
    newest().refuse();
    stop();
    vi.advanceTimersByTime(AGAIN_MS * 2);
    expect(onAsk).not.toHaveBeenCalled();
    expect(sources).toHaveLength(1);
  });
});
