// spec 1 §2.1; /administration is missing here because its calls need a session (ADR 9).
const WITHOUT_SESSION = ['/login', '/not-found']

/** Whether a path needs a signed-in person; by default the path of the open page. */
export const needsSession = (path = window.location.pathname): boolean =>
  !WITHOUT_SESSION.includes(path.replace(/\/+$/, ''))

let isSigningOut = false

/** While signing out, refused calls do not redirect: the answer to the sign-out names the next page. */
export function setSigningOut(isActive: boolean): void {
  isSigningOut = isActive
}

/** Opens the sign-in page, which returns to `next`; by default to the open page. */
export function goToSignIn(next?: string): void {
  const { pathname, search, hash } = window.location
  if (isSigningOut || (next === undefined && !needsSession())) return
  window.location.assign(`/login?next=${encodeURIComponent(next ?? pathname + search + hash)}`)
}
