import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest } from './support/records.ts'
import { expectAccessible, open, openAs } from './support/visit.ts'

// Runs the web app's sanitizer in a real browser, without a content security policy that would hide its
// mistakes.
const web = fileURLToPath(new URL('../apps/web', import.meta.url))
const SOURCE = `
  export { sanitizeBody, sanitizeMail } from '${web}/src/shared/sanitize.ts'
  export { mailHtml } from '${web}/src/features/security/emails/mail-look.ts'`

type Markup = {
  sanitizeBody: (html: string) => string
  sanitizeMail: (html: string) => string
  mailHtml: (mail: { subject: string; body: string; providerName: string }) => string
}
declare const markup: Markup

let code = ''
let page: Page
beforeAll(async () => {
  const resolveId = (id: string) => (id === 'markup' ? id : null)
  const load = (id: string) => (id === 'markup' ? SOURCE : null)
  const bundle = await rolldown({
    cwd: web,
    input: 'markup',
    plugins: [{ name: 'source', resolveId, load }],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'markup' })
  await bundle.close()
  code = output[0].code
})
beforeEach(async () => {
  const visit = await open('/not-found')
  page = visit.page
  // about:blank has no localStorage, so scripts that use it fail there.
  visit.allow(/localStorage/)
  await page.goto('about:blank')
  await page.evaluate(`${code}; window.markup = markup`)
})

const shown = (bodies: readonly string[]): Promise<string[]> =>
  page.evaluate((texts) => texts.map((text) => markup.sanitizeBody(text)), bodies)

test('a body shows what the server stores, as it is', async () => {
  const bodies = [
    '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
    '<div>a</div><div>b</div>',
    'a<hr>b',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<p><a href="https://acme.example/?a=1">a</a> <a href="mailto:ops@acme.example">b</a></p>',
  ]
  expect(await shown(bodies)).toEqual(bodies)
})

test('any other body shows what the server would store', async () => {
  const cell = '<td colspan="x" rowspan="100">a</td>'
  const cases = [
    ['<section>a</section><article>b</article>', '<div>a</div><div>b</div>'],
    ['<h1>a</h1><h6>c</h6>', '<h3>a</h3><h4>c</h4>'],
    ['<details><summary>a</summary>b</details>', '<div><div>a</div>b</div>'],
    ['<p style="color:red" class="x" onclick="window.ran = 1">a</p>', '<p>a</p>'],
    [
      `<table width="9"><tbody><tr>${cell}</tr></tbody></table>`,
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    [
      `<section><img src=x onerror="window.ran = 1">a<script>window.ran = 1</script></section>`,
      '<div>a</div>',
    ],
  ]
  expect(await shown(cases.map(([body = '']) => body))).toEqual(cases.map(([, expected]) => expected))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(await page.evaluate('window.ran')).toBeUndefined()
})

const NO_ADDRESSES = [
  ...['/home', 'www.acme.example', '#top', '//acme.example', '\u00a0javascript:alert(1)'],
  ...['https:evil', 'data:text/html,x', 'java\nscript:alert(1)'],
]

test('an incomplete URL is no link, and in a security mail it does not look like one', async () => {
  const bodies = NO_ADDRESSES.map((address) => `<p><a href="${address}">a</a></p>`)
  expect(await shown(bodies)).toEqual(NO_ADDRESSES.map(() => '<p><a>a</a></p>'))
  const attributes = await page.evaluate((texts) => {
    const linkIn = (body: string) => {
      const html = markup.mailHtml({ subject: 'Keys', body, providerName: 'A' })
      return new DOMParser().parseFromString(html, 'text/html').querySelector('a')
    }
    return texts.map((body) => linkIn(body)?.getAttributeNames())
  }, bodies)
  expect(attributes).toEqual(NO_ADDRESSES.map(() => []))
})

/** The declarations of each `style` that the sanitizer keeps in a mail; null if it removes the attribute. */
const stylesLeft = (styles: readonly string[]) =>
  page.evaluate((all) => {
    const part = (style: string) => {
      const mail = markup.sanitizeMail(`<p style="${style}">a</p>`)
      return new DOMParser().parseFromString(mail, 'text/html').querySelector('p')
    }
    return all.map((style) => part(style)?.getAttribute('style') ?? null)
  }, styles)

test("only a mail's styles that lay out text and boxes are kept", async () => {
  const good =
    "font-family:Arial,'Noto Sans CJK JP',sans-serif;font-size:14px;line-height:1.5;color:#1c2128;border:1px solid #d0d7de;padding:4px 8px;max-width:600px"
  const bad = [
    ...['background:url(https://evil.example/x)', 'background-image:url(x)', 'list-style:url(x)'],
    ...['width:expression(alert(1))', 'width:calc(100vw * 9)', 'position:fixed', 'display:none', 'opacity:0'],
    ...['position:absolute;top:0;left:0;z-index:99', 'color:var(--danger)', 'color:\\75rl(x)', '@import x'],
    ...['behavior:url(x)', '-moz-binding:url(x)', 'background:/**/url(x)', 'filter:blur(9px)'],
  ]
  expect(await stylesLeft([good])).toEqual([good])
  expect(await stylesLeft(bad)).toEqual(bad.map(() => null))
  expect(await stylesLeft(bad.map((style) => `color:#111111;${style}`))).toEqual(
    bad.map(() => 'color:#111111'),
  )
})

const cells = (tag: 'th' | 'td', text: string) =>
  Array.from({ length: 7 }, (_, index) => `<${tag}>${text} ${index}</${tag}>`).join('')

test.each([390, 1280])('a wide table of a message scrolls within it, in a window of %d px', async (width) => {
  const rows = `<tr>${cells('td', 'Reports waited')}</tr>`.repeat(3)
  const body = `<h3>Root cause</h3><table><tr>${cells('th', 'Service')}</tr>${rows}</table><hr><dl><dt>Impact</dt><dd>Slow</dd></dl>`
  const message = { key: 'm1', title: 'Update', created_date: '2026-09-01T11:00:00Z', body: { en: body } }
  const product = { url: inject('baseUrl'), token: inject('serviceToken') }
  const ended = { status: 'RESOLVED', end_date: '2026-09-01T12:00:00Z', messages: [message] }
  await ingest('incidents', [incident(`OPI-97${width}`, ended)], product)
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width, height: 900 }
    const visit = await openAs('support', `/details/OPI-97${width}`, { viewport, colorScheme })
    const table = visit.page.getByRole('table').filter({ hasText: 'Reports waited 6' })
    await table.waitFor()
    await expect.poll(() => visit.page.getByRole('term').filter({ hasText: 'Impact' }).count()).toBe(1)
    await expectAccessible(visit.page)
    await expectNoSidewaysScroll(visit.page)
    if (process.env.MARKUP_PICTURES) {
      await table.scrollIntoViewIfNeeded()
      await visit.page.screenshot({ path: `${process.env.MARKUP_PICTURES}/${width}-${colorScheme}.png` })
    }
  }
})
