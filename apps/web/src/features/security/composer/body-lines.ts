import { EMAIL_TABLE_WIDTH } from '@aviary/contract/constants'

/**
 * A line of a body: a paragraph, header or table that is edited on its own. `html`: other formatting, kept
 * unchanged.
 */
export type BodyLine =
  | { kind: 'paragraph'; text: string }
  | { kind: 'header'; text: string }
  | { kind: 'table'; headers: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'html'; html: string }

/** Largest table that can be edited cell by cell; larger tables, which other tools made, stay HTML. */
export const MAX_COLUMNS = 20
export const MAX_ROWS = 100

const HEADER = 'mail-header'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/** Typed text as it is displayed: blanks collapsed, no blank lines at the start or the end. */
const normalized = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\f\v]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/^[ \n]+|[ \n]+$/g, '')
const withBreaks = (text: string): string => escaped(normalized(text)).replaceAll('\n', '<br />')
const oneLine = (text: string): string => escaped(normalized(text).replaceAll('\n', ' '))

/** Builds the HTML of a body; paragraphs and headers without text are left out. */
export const buildBody = (lines: readonly BodyLine[]): string => lines.map(toHtml).join('')

function toHtml(line: BodyLine): string {
  // Parsing closes open elements, so that they do not contain the following lines.
  if (line.kind === 'html') return parseHtml(line.html).innerHTML.trim()
  if (line.kind === 'table') return toTableHtml(line.headers, line.rows)
  if (normalized(line.text) === '') return ''
  return line.kind === 'header'
    ? `<h2 class="${HEADER}">${oneLine(line.text)}</h2>`
    : `<p>${withBreaks(line.text)}</p>`
}

/** Parses in a separate document, so that no script runs and nothing is loaded. */
const parseHtml = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Whole percents, because the body policy allows no others. */
const columnWidth = (columns: number): string => `${Math.floor(100 / columns)}%`

function toTableHtml(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = columnWidth(headers.length)
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag} width="${width}">${oneLine(text)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row('td', cells)).join('')
  return `<table width="${EMAIL_TABLE_WIDTH}"><thead>${row('th', headers)}</thead><tbody>${body}</tbody></table>`
}

/** Parses a body into lines that build the same mail again; other formatting stays HTML. */
export function parseBody(body: string): BodyLine[] {
  const lines: BodyLine[] = []
  let inlineNodes: Node[] = []
  const flush = () => {
    const line = toInlineLine(inlineNodes)
    if (line) lines.push(line)
    inlineNodes = []
  }
  for (const node of parseHtml(body).childNodes) {
    if (!isBlock(node)) inlineNodes.push(node)
    else {
      flush()
      lines.push(toLine(node))
    }
  }
  flush()
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

/** The nodes between two blocks: plain text becomes a paragraph, anything else stays HTML. */
function toInlineLine(nodes: readonly Node[]): BodyLine | undefined {
  if (nodes.every((node) => isComment(node) || (!isElement(node) && (node.textContent ?? '').trim() === '')))
    return undefined
  const text = plainText(nodes)
  if (text !== undefined) return { kind: 'paragraph', text }
  const holder = document.implementation.createHTMLDocument('').createElement('div')
  for (const node of nodes) holder.append(node.cloneNode(true))
  return { kind: 'html', html: holder.innerHTML }
}

function toLine(element: Element): BodyLine {
  return (
    toParagraph(element) ?? toHeader(element) ?? toTable(element) ?? { kind: 'html', html: element.outerHTML }
  )
}

function toParagraph(element: Element): BodyLine | undefined {
  if (element.localName !== 'p' || element.attributes.length > 0) return undefined
  const text = plainText([...element.childNodes])
  return text === undefined || text === '' ? undefined : { kind: 'paragraph', text }
}

function toHeader(element: Element): BodyLine | undefined {
  if (element.localName !== 'h2' || element.className !== HEADER) return undefined
  const text = plainText([...element.childNodes])
  return !text || text.includes('\n') ? undefined : { kind: 'header', text }
}

/**
 * Reads a table only if it equals one built here: equal widths, a header for each column, text in every cell.
 */
function toTable(element: Element): BodyLine | undefined {
  if (element.localName !== 'table') return undefined
  const [head, ...rest] = [...element.querySelectorAll('tr')].map((row) => [...row.children])
  if (!head || head.length > MAX_COLUMNS || rest.length > MAX_ROWS) return undefined
  const cells = [head, ...rest].map((row) => row.map((cell) => plainText([...cell.childNodes]) ?? ''))
  const [headers = [], ...rows] = cells
  if (cells.flat().some((text) => text.trim() === '' || text.includes('\n'))) return undefined
  const line = { kind: 'table' as const, headers, rows }
  const rebuilt = parseHtml(toHtml(line)).firstElementChild
  return rebuilt && withoutBlanks(rebuilt) === withoutBlanks(element) ? line : undefined
}

/** Removes blanks between table elements, because they are not displayed. */
const withoutBlanks = (table: Element): string =>
  table.outerHTML.replace(/\s+/g, ' ').replace(/> | </g, (blank) => blank.trim())

/** The text of nodes if they are only text and line breaks, otherwise undefined. */
function plainText(nodesAndComments: readonly Node[]): string | undefined {
  // Comments are not displayed, so their text must not become visible.
  const nodes = nodesAndComments.filter((node) => !isComment(node))
  if (nodes.some((node) => isElement(node) && (node.localName !== 'br' || node.attributes.length > 0)))
    return undefined
  const text = nodes
    .map((node) => (isElement(node) ? '\n' : (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ')))
    .join('')
  // Leading and trailing empty lines are displayed, but typed text cannot have them.
  return /^ *\n|\n *\n *$/.test(text) ? undefined : normalized(text)
}
