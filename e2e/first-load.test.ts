import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { countFirstBytes, firstBytes } from './support/first-bytes.ts'
import { open, signedInAs } from './support/visit.ts'

const root = join(import.meta.dirname, '..')
/** Property name of every zod schema, which no minifier renames: a script with this name contains zod. */
const MARK = '_zod'
const LARGEST_FIRST_LOAD = 180 * 1024

test('no script of the web app contains zod', () => {
  const folder = join(root, 'apps/web/dist/assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  expect(scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes(MARK))).toEqual([])
  expect(readFileSync(join(root, 'node_modules/zod/v4/core/core.js'), 'utf8')).toContain(MARK)
})

test('the landing page shows data after at most 180 KB', async () => {
  const cookies = await signedInAs('support', inject('baseUrl'))
  const { page } = await open('/healthz', { cookies, apart: true })
  await countFirstBytes(page)
  await page.goto('/')
  expect(await firstBytes(page)).toBeLessThanOrEqual(LARGEST_FIRST_LOAD)
})
