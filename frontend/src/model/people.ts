import type { Role, User } from "../api/types";

/** Returns what to call a person. */
export function nameOf(user: Pick<User, "name" | "username">): string {
  return user.name === "" ? user.username : user.name;
}

/** Returns whether a role may decide in reviews. An administrator has no role and may. */
export function mayReview(role: Role | null): boolean {
  return role !== "annotator";
}
