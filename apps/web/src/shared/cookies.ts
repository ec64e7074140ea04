/** Value of a cookie that scripts may read; empty if it is not set. */
export function readCookie(name: string): string {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === name) return part.slice(at + 1)
  }
  return ''
}
