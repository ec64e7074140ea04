// Pages without sign-in (spec 1 §2.1). The specification also lists /administration, but every call of that
// page needs a session (ADR 9).
const WITHOUT_SESSION = ['/login', '/not-found', ...(import.meta.env.DEV ? ['/styles'] : [])]

/** Whether a path needs a signed-in person; by default the path of the open page. */
export const needsSession = (path = window.location.pathname): boolean =>
  !WITHOUT_SESSION.includes(path.replace(/\/+$/, ''))

let isSigningOut = false

/** While signing out, refused calls do not redirect, because the sign-out's answer decides the next page. */
export function setSigningOut(isActive: boolean): void {
  isSigningOut = isActive
}

/** Opens the sign-in page, which afterwards returns to `next`, by default the open page. */
export function goToSignIn(next?: string): void {
  const { pathname, search, hash } = window.location
  if (isSigningOut || (next === undefined && !needsSession())) return
  window.location.assign(`/login?next=${encodeURIComponent(next ?? pathname + search + hash)}`)
}
