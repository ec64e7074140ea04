const CELL =
  'border:1px solid #d0d7de;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-word;overflow-wrap:anywhere'

/** Inline styles by tag, because mail programs know little else. */
export const STRUCTURE_STYLES: Readonly<Record<string, string>> = {
  // A table is at most as wide as the mail; cells break long words, so that narrow windows need not scroll.
  table: 'border-collapse:collapse;margin:0 0 12px;max-width:100%',
  th: `${CELL};background:#f4f5f7`,
  td: CELL,
  hr: 'border:0;border-top:1px solid #d0d7de;margin:12px 0',
  dl: 'margin:0 0 12px',
  dt: 'font-weight:bold',
  dd: 'margin:0 0 8px 16px',
}

const CLASS = / class="[^"]*"/

/**
 * Adds inline styles to a sanitized body by pattern; parsing it as HTML again would take most of the time of
 * a large broadcast. The sanitizer writes lowercase tags, quoted attributes, and `<` and `>` only around
 * tags.
 */
export function openBodyStyles(styles: Readonly<Record<string, string>>): (body: string) => string {
  const begin = new RegExp(`<(${Object.keys(styles).join('|')})(?=[ >])([^>]*)>`, 'g')
  return (body) =>
    body.replaceAll(begin, (_, tag: string, rest: string) => {
      const attributes = rest.replace(CLASS, '').replace(/ \/$/, '')
      return `<${tag}${attributes} style="${styles[tag]}">`
    })
}

/** For incident messages and maintenance notifications; security emails have their own styles. */
export const withStructureStyles = openBodyStyles(STRUCTURE_STYLES)
