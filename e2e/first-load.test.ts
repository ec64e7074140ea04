import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Property name of every zod schema, which no minifier renames: a script with this name contains zod. */
const MARK = '_zod'

test('no script of the web app contains zod', () => {
  const folder = join(root, 'apps/web/dist/assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  expect(scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes(MARK))).toEqual([])
  expect(readFileSync(join(root, 'node_modules/zod/v4/core/core.js'), 'utf8')).toContain(MARK)
})
