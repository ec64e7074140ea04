export const SESSION_COOKIE = 'aviary_session'
/** The script-readable cookie of the specification: our anti-forgery token, never the session. */
export const ANTI_FORGERY_COOKIE = 'tokens'

/** Says that the browser which comes back from signing in is the one that set out. */
export const SIGN_IN_COOKIE = 'aviary_sign_in'

/**
 * The name of a cookie that no other host may set. Over https browsers take a name with this prefix from this very host only;
 * over plain http they do not take it at all.
 */
export const ownCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  const start = `${name}=`
  for (let at = header.indexOf(start); at !== -1; at = header.indexOf(start, at + 1)) {
    // A cookie begins behind a semicolon only: names and values that other hosts set may hold spaces and what looks like ours.
    let before = at - 1
    while (header[before] === ' ') before -= 1
    if (before >= 0 && header[before] !== ';') continue
    const end = header.indexOf(';', at)
    return header.slice(at + start.length, end === -1 ? undefined : end).trim()
  }
  return undefined
}

type CookieOptions = { isSecure: boolean; maxAgeSeconds: number; isScriptReadable?: boolean }

export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax', `Max-Age=${options.maxAgeSeconds}`]
  if (!options.isScriptReadable) parts.push('HttpOnly')
  if (options.isSecure) parts.push('Secure')
  return parts.join('; ')
}
