import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const house = mkdtempSync(join(tmpdir(), 'aviary-one-way-'))
for (const file of ['biome.json', 'scripts/clock.grit', 'scripts/formats.grit'])
  cpSync(join(root, file), join(house, file))
afterAll(() => rmSync(house, { recursive: true, force: true }))

/** Rules that Biome reports for a source at a path of the web app. */
function rulesFor(path, source) {
  const file = join('apps/web/src', path)
  mkdirSync(join(house, dirname(file)), { recursive: true })
  writeFileSync(join(house, file), source)
  const program = join(root, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(program, ['lint', '--reporter=github', file], {
    cwd: house,
    encoding: 'utf8',
  })
  return [...new Set(stdout.match(/noRestricted\w+|title=plugin/g))]
}

const WRITE = "import { useMutation } from '@tanstack/react-query'\nexport const a = () => useMutation({})\n"
const KEPT = "export const b = () => sessionStorage.getItem('a') ?? localStorage.getItem('a')\n"

test('a write goes through useWrite alone', () => {
  expect(rulesFor('features/a/use-a.ts', WRITE)).toEqual(['noRestrictedImports'])
  expect(rulesFor('shared/saving/use-write.ts', WRITE)).toEqual([])
})

test('one module alone touches what the browser stores', () => {
  expect(rulesFor('features/a/use-a.ts', KEPT)).toEqual(['noRestrictedGlobals'])
  expect(rulesFor('shared/saving/storage.ts', KEPT)).toEqual([])
})

const FORMAT =
  "export const c = (at: number) => new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(at)\n"

test('one module alone makes formatters', () => {
  expect(rulesFor('features/a/use-a.ts', FORMAT)).toEqual(['title=plugin'])
  expect(rulesFor('shared/formats.ts', FORMAT)).toEqual([])
})
