/** Value of a cookie that scripts may read; empty if it is not set. */
export function readCookie(name: string): string {
  for (const part of document.cookie.split('; ')) {
    const separator = part.indexOf('=')
    if (part.slice(0, separator) === name) return part.slice(separator + 1)
  }
  return ''
}
