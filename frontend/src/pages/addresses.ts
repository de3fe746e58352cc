/** Addresses of the screens. */
const part = encodeURIComponent;

export const homePath = (slug: string): string => `/p/${part(slug)}`;
export const statutesPath = (slug: string): string => `/p/${part(slug)}/statutes`;
export const mapPath = (slug: string): string => `/p/${part(slug)}/map`;
export const casesPath = (slug: string): string => `/p/${part(slug)}/cases`;
export const dataPath = (slug: string): string => `/p/${part(slug)}/data`;
export const modelsPath = (slug: string): string => `/p/${part(slug)}/models`;
export const peoplePath = (slug: string): string => `/p/${part(slug)}/people`;
export const progressPath = (slug: string): string => `/p/${part(slug)}/progress`;
export const workPath = (slug: string): string => `/p/${part(slug)}/work`;
export const guidelinesPath = (slug: string): string => `/p/${part(slug)}/guidelines`;
export const queuePath = (slug: string): string => `/p/${part(slug)}/review`;
export const reviewPath = (slug: string, kind: string, name: string): string =>
  `/p/${part(slug)}/review/${part(kind)}/${part(name)}`;
export const casePath = (slug: string, name: string): string => `/p/${part(slug)}/c/${part(name)}`;

/** Returns the address of a statute, at one of its subsections where a label is given. */
export function statutePath(slug: string, section: string, label?: string): string {
  return `/p/${part(slug)}/s/${part(section)}` + (label === undefined ? "" : `#${label}`);
}

/** Returns the address of a clause at full width. */
export function clausePath(slug: string, label: string, layer: "gold" | "mine"): string {
  const section = label.split("(")[0] ?? label;
  return `/p/${part(slug)}/s/${part(section)}?layer=${layer}&view=clause#${label}`;
}

/** Returns the tabs of a project; `waiting` is what waits for review, null for those who do not review. */
export function projectTabs(
  slug: string,
  waiting: number | null = null,
): readonly (readonly [words: string, to: string])[] {
  const review: readonly (readonly [string, string])[] =
    waiting === null
      ? []
      : [
          [waiting > 0 ? `Review ${waiting}` : "Review", queuePath(slug)],
          ["Work", workPath(slug)],
        ];
  return [
    ["Home", homePath(slug)],
    ["Statutes", statutesPath(slug)],
    ["Map", mapPath(slug)],
    ["Cases", casesPath(slug)],
    ...review,
    ["Progress", progressPath(slug)],
    ["Models", modelsPath(slug)],
    ["Guidelines", guidelinesPath(slug)],
    ["Data", dataPath(slug)],
    ["People", peoplePath(slug)],
  ];
}
