import type { User } from "../api/types";

/** Returns what to call a person. */
export function nameOf(user: Pick<User, "name" | "username">): string {
  return user.name === "" ? user.username : user.name;
}
