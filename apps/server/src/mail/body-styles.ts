const CELL =
  'border:1px solid #d0d7de;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-word;overflow-wrap:anywhere'

/** By tag, how the structure of a body looks in mail programs, which know inline styles and little else. */
export const STRUCTURE_STYLES: Readonly<Record<string, string>> = {
  // As wide as the mail at most: cells break their words before a narrow window scrolls sideways.
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
 * What a body looks like in a mail. It is written out by the sanitizer, which leaves lowercase tags, attributes within double
 * quotes, and `<` and `>` only where tags begin and end; to read it as HTML once more would take most of the time of a large
 * sending.
 */
export function openBodyStyles(styles: Readonly<Record<string, string>>): (body: string) => string {
  const begin = new RegExp(`<(${Object.keys(styles).join('|')})(?=[ >])([^>]*)>`, 'g')
  return (body) =>
    body.replaceAll(begin, (_, tag: string, rest: string) => {
      const attributes = rest.replace(CLASS, '').replace(/ \/$/, '')
      return `<${tag}${attributes} style="${styles[tag]}">`
    })
}

/** Of bodies that are not laid out otherwise. */
export const withStructureStyles = openBodyStyles(STRUCTURE_STYLES)
