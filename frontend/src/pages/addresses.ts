/** Addresses of the screens. */
const part = encodeURIComponent;

export const homePath = (slug: string): string => `/p/${part(slug)}`;
export const statutesPath = (slug: string): string => `/p/${part(slug)}/statutes`;
export const mapPath = (slug: string): string => `/p/${part(slug)}/map`;
export const casesPath = (slug: string): string => `/p/${part(slug)}/cases`;
export const dataPath = (slug: string): string => `/p/${part(slug)}/data`;
export const peoplePath = (slug: string): string => `/p/${part(slug)}/people`;
export const casePath = (slug: string, name: string): string => `/p/${part(slug)}/c/${part(name)}`;

/** Returns the address of a statute, at one of its subsections where a label is given. */
export function statutePath(slug: string, section: string, label?: string): string {
  return `/p/${part(slug)}/s/${part(section)}` + (label === undefined ? "" : `#${label}`);
}

/** Returns the tabs of a project. */
export function projectTabs(slug: string): readonly (readonly [words: string, to: string])[] {
  return [
    ["Home", homePath(slug)],
    ["Statutes", statutesPath(slug)],
    ["Map", mapPath(slug)],
    ["Cases", casesPath(slug)],
    ["Data", dataPath(slug)],
    ["People", peoplePath(slug)],
  ];
}
