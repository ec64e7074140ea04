import { userInfo } from 'node:os'

/** Name of the system user, for the audit log. */
export function userOfSystem(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user id may have no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
