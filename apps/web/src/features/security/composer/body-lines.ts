import { EMAIL_TABLE_WIDTH } from '@aviary/contract/constants'

/** What a body is made of. `html`: formatting that the composer has no line for; it stays as it is. */
export type BodyLine =
  | { kind: 'paragraph'; text: string }
  | { kind: 'header'; text: string }
  | { kind: 'table'; headers: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'html'; html: string }

/** As many as can be edited cell by cell; a larger table from elsewhere stays what it is. */
export const MOST_COLUMNS = 20
export const MOST_ROWS = 100

const HEADER = 'mail-header'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (found) => ESCAPES[found] ?? '')

/** What a reader sees of typed text: runs of blanks are one, and lines without an end hang at neither side. */
const settled = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\f\v]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/^[ \n]+|[ \n]+$/g, '')
const withBreaks = (text: string): string => escaped(settled(text)).replaceAll('\n', '<br />')
const oneLine = (text: string): string => escaped(settled(text).replaceAll('\n', ' '))

/** The body that lines make. Lines without text make nothing. */
export const buildBody = (lines: readonly BodyLine[]): string => lines.map(htmlOf).join('')

function htmlOf(line: BodyLine): string {
  // Closed as the browser reads it: what one line leaves open takes none of the next ones in.
  if (line.kind === 'html') return bodyOf(line.html).innerHTML.trim()
  if (line.kind === 'table') return tableOf(line.headers, line.rows)
  if (settled(line.text) === '') return ''
  return line.kind === 'header'
    ? `<h2 class="${HEADER}">${oneLine(line.text)}</h2>`
    : `<p>${withBreaks(line.text)}</p>`
}

/** Parsed for itself: nothing of it runs or is loaded, and none of it is shown but through the policy. */
const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Whole percents, as the policy has them. */
const columnWidth = (columns: number): string => `${Math.floor(100 / columns)}%`

function tableOf(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = columnWidth(headers.length)
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag} width="${width}">${oneLine(text)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row('td', cells)).join('')
  return `<table width="${EMAIL_TABLE_WIDTH}"><thead>${row('th', headers)}</thead><tbody>${body}</tbody></table>`
}

/** The lines that a body is made of. Building them anew gives the same mail: what no line can say stays as HTML. */
export function parseBody(body: string): BodyLine[] {
  const lines: BodyLine[] = []
  let loose: Node[] = []
  const gather = () => {
    const line = lineOfLoose(loose)
    if (line) lines.push(line)
    loose = []
  }
  for (const node of bodyOf(body).childNodes) {
    if (!isBlock(node)) loose.push(node)
    else {
      gather()
      lines.push(lineOf(node))
    }
  }
  gather()
  return lines
}

const BLOCKS = new Set([
  'p',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'table',
  'div',
  'hr',
  'dl',
])
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE
const isComment = (node: Node): boolean => node.nodeType === Node.COMMENT_NODE
const isBlock = (node: Node): node is Element => isElement(node) && BLOCKS.has(node.localName)

/** What stands between the blocks of a body: plain text is a paragraph, anything else keeps its HTML. */
function lineOfLoose(nodes: readonly Node[]): BodyLine | undefined {
  if (nodes.every((node) => isComment(node) || (!isElement(node) && (node.textContent ?? '').trim() === '')))
    return undefined
  const text = plainText(nodes)
  if (text !== undefined) return { kind: 'paragraph', text }
  const holder = document.implementation.createHTMLDocument('').createElement('div')
  for (const node of nodes) holder.append(node.cloneNode(true))
  return { kind: 'html', html: holder.innerHTML }
}

function lineOf(element: Element): BodyLine {
  return (
    paragraphOf(element) ??
    headerOf(element) ??
    tableLineOf(element) ?? { kind: 'html', html: element.outerHTML }
  )
}

function paragraphOf(element: Element): BodyLine | undefined {
  if (element.localName !== 'p' || element.attributes.length > 0) return undefined
  const text = plainText([...element.childNodes])
  return text === undefined || text === '' ? undefined : { kind: 'paragraph', text }
}

function headerOf(element: Element): BodyLine | undefined {
  if (element.localName !== 'h2' || element.className !== HEADER) return undefined
  const text = plainText([...element.childNodes])
  return !text || text.includes('\n') ? undefined : { kind: 'header', text }
}

/** A table as it is built here: same widths, a header above each column, a text in every cell. */
function tableLineOf(element: Element): BodyLine | undefined {
  if (element.localName !== 'table') return undefined
  const [head, ...rest] = [...element.querySelectorAll('tr')].map((row) => [...row.children])
  if (!head || head.length > MOST_COLUMNS || rest.length > MOST_ROWS) return undefined
  const cells = [head, ...rest].map((row) => row.map((cell) => plainText([...cell.childNodes]) ?? ''))
  const [headers = [], ...rows] = cells
  if (cells.flat().some((text) => text.trim() === '' || text.includes('\n'))) return undefined
  const line = { kind: 'table' as const, headers, rows }
  const rebuilt = bodyOf(htmlOf(line)).firstElementChild
  return rebuilt && withoutGaps(rebuilt) === withoutGaps(element) ? line : undefined
}

/** Blanks between the parts of a table show nowhere. */
const withoutGaps = (table: Element): string =>
  table.outerHTML.replace(/\s+/g, ' ').replace(/> | </g, (gap) => gap.trim())

/** The text of nodes that are nothing but text and line breaks; undefined of any other. */
function plainText(all: readonly Node[]): string | undefined {
  // A comment shows nowhere, and its words must not begin to.
  const nodes = all.filter((node) => !isComment(node))
  if (nodes.some((node) => isElement(node) && (node.localName !== 'br' || node.attributes.length > 0)))
    return undefined
  const text = nodes
    .map((node) => (isElement(node) ? '\n' : (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ')))
    .join('')
  // Empty lines show at the beginning and at the end, and typed text has none there.
  return /^ *\n|\n *\n *$/.test(text) ? undefined : settled(text)
}
