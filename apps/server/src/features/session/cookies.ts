export const SESSION_COOKIE = 'aviary_session'
/**
 * Cookie with the anti-forgery token, named by the specification. Scripts can read it, so it never holds the
 * session id.
 */
export const ANTI_FORGERY_COOKIE = 'tokens'

/** Proves that the browser that returns from the provider is the one that started the sign-in. */
export const SIGN_IN_COOKIE = 'aviary_sign_in'

/**
 * Adds the prefix `__Host-` over https, so that no other host can set the cookie. Browsers reject the prefix
 * over plain http.
 */
export const toHostCookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  const start = `${name}=`
  for (let index = header.indexOf(start); index !== -1; index = header.indexOf(start, index + 1)) {
    // A cookie starts only at the header's beginning or after a semicolon. The value of a cookie that another
    // host set may contain a space and a text that looks like this cookie.
    let previous = index - 1
    while (header[previous] === ' ') previous -= 1
    if (previous >= 0 && header[previous] !== ';') continue
    const end = header.indexOf(';', index)
    return header.slice(index + start.length, end === -1 ? undefined : end).trim()
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
