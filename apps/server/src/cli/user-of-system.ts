import { userInfo } from 'node:os'

/** Who runs the command, for the audit log. */
export function userOfSystem(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
