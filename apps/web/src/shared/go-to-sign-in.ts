/** Leaves for the sign-in page, and carries the path to come back to. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location
  if (pathname === '/login') return
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search + hash)}`)
}
