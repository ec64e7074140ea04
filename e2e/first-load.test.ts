import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { countFirstBytes, firstBytes } from './support/first-bytes.ts'
import { open, signedInAs } from './support/visit.ts'

const root = join(import.meta.dirname, '..')
/** Property name of every zod schema, which no minifier renames: a script with this name contains zod. */
const MARK = '_zod'
const LARGEST_FIRST_LOAD = 180 * 1024

const MOST_REQUESTS = 30
const SCREENS = [
  ...[
    '/',
    '/details/OPI-1801',
    '/history',
    '/changes?change_type=auto&relative_time_number=400&relative_time_unit=days&results_per_page=100',
    '/charts',
    '/maintenance_event',
  ],
  ...['/subscriptions', '/administration', '/edit/OPI-1801', '/manage_security_users'],
]

const folder = join(root, 'apps/web/dist/assets')
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))

test('no script of the web app contains zod', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes(MARK))).toEqual([])
  expect(readFileSync(join(root, 'node_modules/zod/v4/core/core.js'), 'utf8')).toContain(MARK)
})

test.each([1280, 390])('%i pixels wide the landing page shows data after at most 180 KB', async (width) => {
  const cookies = await signedInAs('support', inject('baseUrl'))
  const { page } = await open('/healthz', { cookies, apart: true, viewport: { width, height: 900 } })
  await countFirstBytes(page)
  await page.goto('/')
  expect(await firstBytes(page)).toBeLessThanOrEqual(LARGEST_FIRST_LOAD)
})

test('no two scripts import each other, even through others', () => {
  const importsOf = (name: string) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
      ([, imported = '']) => imported,
    )
  const reachedBy = (name: string) => {
    const reached = new Set(importsOf(name))
    for (const next of reached) for (const imported of importsOf(next)) reached.add(imported)
    return reached
  }
  expect(scripts.filter((name) => importsOf(name).length > 0).length).toBeGreaterThan(20)
  expect(scripts.filter((name) => reachedBy(name).has(name))).toEqual([])
})

test.each(SCREENS)('%s needs at most 30 requests, its calls included', async (address) => {
  const cookies = await signedInAs('administrator', inject('baseUrl'))
  const { page } = await open('/healthz', { cookies, apart: true })
  // A slow machine may repeat a call with a later time in its URL; without the time, both count as one.
  const requests = new Set<string>()
  page.on('request', (request) => requests.add(request.url().replaceAll(/\d{4}-\d\d-\d\dT[^&]*/g, '')))
  await page.goto(address)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  // The tools of the top bar load last.
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(requests.size).toBeGreaterThan(15)
  expect(requests.size, [...requests].join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
})
