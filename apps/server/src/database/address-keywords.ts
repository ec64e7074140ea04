const KEYWORD = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))\s*/gy

/** Converts libpq's keyword form (`host=a,b port=5432 dbname=aviary`) to a URL; undefined for any other text. */
export function readKeywords(text: string): string | undefined {
  const keywords = new Map<string, string>()
  let end = 0
  for (const match of text.matchAll(KEYWORD)) {
    const [all, name = '', quoted, plain = ''] = match
    keywords.set(name, (quoted ?? plain).replace(/\\(.)/g, '$1'))
    end = match.index + all.length
  }
  if (keywords.size === 0 || end !== text.length) return undefined
  const take = (name: string) => {
    const value = keywords.get(name) ?? ''
    keywords.delete(name)
    return encodeURIComponent(value)
  }
  const [user, password, database] = [take('user'), take('password'), take('dbname')]
  const query = new URLSearchParams([...keywords])
  return `postgresql://${user}${password ? `:${password}` : ''}${user || password ? '@' : ''}/${database}?${query}`
}
