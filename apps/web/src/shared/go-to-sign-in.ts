// spec 1 §2.1; /administration is not among them: every call of that screen needs a person (ADR 9).
const WITHOUT_SESSION = ['/login', '/not-found']

/** Whether a page is for signed-in people only: the one that is open, where none is given. */
export const needsSession = (path = window.location.pathname): boolean =>
  !WITHOUT_SESSION.includes(path.replace(/\/+$/, ''))

let isSigningOut = false

/** While somebody signs out, calls that are refused lead nowhere: the answer to the sign-out says where to go. */
export function setSigningOut(isUnderWay: boolean): void {
  isSigningOut = isUnderWay
}

/** Leaves for the sign-in page, and carries the path to come back to: that of the page, where no other is given. */
export function goToSignIn(next?: string): void {
  const { pathname, search, hash } = window.location
  if (isSigningOut || (next === undefined && !needsSession())) return
  window.location.assign(`/login?next=${encodeURIComponent(next ?? pathname + search + hash)}`)
}
