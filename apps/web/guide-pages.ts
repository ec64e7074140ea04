import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideOutline } from './src/shared/guide.ts'

const PAGE = /\/docs\/guide\/[\w-]+\.md(\?outline)?$/
const CONTENTS = 'README'
/** Placeholder in the HTML for the URL of a picture; no page contains this character. */
const PICTURE = '\uE000'
/** Server paths that replace links to documents outside the guide; other such links become plain text. */
const SERVED: Record<string, string> = { '../api/README.md': '/api/openapi.json' }

/**
 * Turns the pages of `docs/guide` into modules of HTML, so that the browser needs no Markdown library. With
 * `?outline` a module has only the headings and the words below them, for the list of pages and the search.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    enforce: 'pre',
    load: {
      filter: { id: PAGE },
      handler(id) {
        const [file = '', query] = id.split('?')
        return query ? outlineModule(file) : pageModule(file)
      },
    },
  }
}

/** Module source with title and HTML of a page; exported for a test. */
export function pageModule(file: string): string {
  const { title, tokens, render, pictures } = readPage(file)
  const html = JSON.stringify(render(tokens))
    .split(PICTURE)
    .map((part, index) => (index === 0 ? part : `" + picture${index - 1} + "${part}`))
    .join('')
  const imports = pictures.map((picture, index) => `import picture${index} from './${picture}'\n`)
  return `${imports.join('')}export default { title: ${JSON.stringify(title)}, html: ${html} }`
}

function outlineModule(file: string): string {
  const { title, tokens, render } = readPage(file)
  const name = nameOf(file)
  // Pages are listed in the order in which the table of contents links to them.
  const contents = readFileSync(path.join(path.dirname(file), `${CONTENTS}.md`), 'utf8')
  const order = name === CONTENTS ? -1 : contents.indexOf(`](${name}.md)`)
  const outline: GuideOutline = { name, order, title, sections: sectionsOf(title, tokens, render) }
  return `export default ${JSON.stringify(outline)}`
}

const nameOf = (file: string) => path.basename(file, '.md')
const addressOf = (name: string) => (name === CONTENTS ? '/guide' : `/guide/${name}`)

/** The id that GitHub gives a heading, so that links to sections work on GitHub and in the app. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

type Render = (tokens: Token[]) => string

/** Parses a page. `tokens` exclude the title; `render` makes HTML of tokens and fills `pictures`. */
function readPage(file: string) {
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens)
        const id = idOf(wordsOf(text))
        const address = `${addressOf(nameOf(file))}#${id}`
        return `<h${depth} id="${id}" tabindex="-1"><a href="${address}">${text}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = addressOfLink(href)
        return address === undefined ? text : `<a href="${address}">${text}</a>`
      },
      image({ href, text }) {
        const { width, height } = sizeOf(path.join(path.dirname(file), href))
        pictures.push(href)
        return `<img src="${PICTURE}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      html({ text }) {
        throw new Error(`${file} contains HTML, which the guide does not show: ${text}`)
      },
    },
  })
  const [first, ...tokens] = marked.lexer(readFileSync(file, 'utf8'))
  if (first?.type !== 'heading') throw new Error(`${file} does not begin with its title`)
  const render: Render = (part) => marked.parser(part)
  return { title: first.text as string, tokens, render, pictures }
}

/** Plain text of each section; the first section is the text before the first heading. */
function sectionsOf(title: string, tokens: Token[], render: Render) {
  const parts: { title: string; tokens: Token[] }[] = [{ title, tokens: [] }]
  for (const token of tokens) {
    if (token.type === 'heading') parts.push({ title: (token as Tokens.Heading).text, tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  return parts.map((part, index) => ({
    id: index === 0 ? '' : idOf(part.title),
    title: part.title,
    text: wordsOf(render(part.tokens)),
  }))
}

/** URL of a link in the app; undefined for a document that the server does not have. */
function addressOfLink(href: string): string | undefined {
  if (/^https?:/.test(href)) return href
  const [, name, hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name ? addressOf(name) + hash : SERVED[href.replace(/#.*/, '')]
}

/** Width and height of a PNG, read from the first bytes of the file. */
function sizeOf(picture: string): { width: number; height: number } {
  const bytes = readFileSync(picture)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const escaped = (text: string): string =>
  Object.entries(ENTITIES).reduceRight(
    (escapedText, [entity, character]) => escapedText.replaceAll(character, entity),
    text,
  )

/** Plain text of HTML made by this module. */
const wordsOf = (html: string): string =>
  Object.entries(ENTITIES)
    .reduce(
      (text, [entity, character]) => text.replaceAll(entity, character),
      html.replaceAll(/<[^>]+>/g, ''),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
