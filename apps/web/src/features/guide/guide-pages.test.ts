import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pageModule } from '../../../guide-pages.ts'
import { type GuidePage, guideLink } from '../../shared/guide.ts'
import { guideIndex } from '../../shared/guide-index.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'aviary-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modules = import.meta.glob<GuidePage>('../../../../../docs/guide/*.md', {
  import: 'default',
  eager: true,
})
const pages = Object.entries(modules).map(([file, page]) => ({ name: path.basename(file, '.md'), ...page }))

const build = (text: string): string => {
  const file = path.join(folder, 'page.md')
  writeFileSync(file, text)
  return pageModule(file)
}

const addresses = guideIndex.flatMap(({ name, sections }) =>
  sections.map(({ id }) => {
    const { to, hash } = guideLink(id === '' ? name : `${name}#${id}`)
    return hash ? `${to}#${hash}` : to
  }),
)

test('the list begins with the contents and has every page, in the order of the contents', () => {
  expect(guideIndex.map(({ name }) => name).sort()).toEqual(pages.map(({ name }) => name).sort())
  expect(guideIndex.slice(0, 3).map(({ title }) => title)).toEqual([
    'Using Aviary',
    'Read what is wrong',
    'Post a message about an incident',
  ])
})

test.each(pages)(
  '$name: links lead to pages and sections, pictures have a size, ids are unique',
  ({ html }) => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    const known = [...addresses, '/api/openapi.json']
    expect(links.filter((address) => !known.includes(address ?? ''))).toEqual([])
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [picture] of html.matchAll(/<img [^>]*>/g))
      expect(picture).toMatch(
        /^<img src="[^"]+\.png" alt="[^"]{20,}" width="\d{3,4}" height="\d{3,4}" loading="lazy">$/,
      )
  },
)

test('a heading gets the id that GitHub gives it, and a link to itself', () => {
  expect(build('# A\n\n## Did “it” work, and one’s `CI`?')).toContain(
    String.raw`<h2 id=\"did-it-work-and-ones-ci\" tabindex=\"-1\"><a href=\"/guide/page#did-it-work-and-ones-ci\">`,
  )
})

test('a document outside the guide is named without a link, and outside addresses keep theirs', () => {
  const built = build('# A\n\nAsk the [operators](../operations.md#log) or [others](https://a.example/).')
  expect(built).toContain(String.raw`<p>Ask the operators or <a href=\"https://a.example/\">others</a>.</p>`)
})

test('HTML in a page and a page without a title end the build', () => {
  expect(() => build('# A\n\n<script>alert(1)</script>')).toThrow('contains HTML')
  expect(() => build('# A\n\nOne <b>bold</b> word')).toThrow('contains HTML')
  expect(() => build('No title')).toThrow('does not begin with its title')
})
