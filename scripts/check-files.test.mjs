import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { offencesUnder } from './check-files.mjs'

let house

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'aviary-files-'))
})
afterEach(() => rmSync(house, { recursive: true, force: true }))

function write(path, text) {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), text)
}

const lines = (count) => 'const line = 1\n'.repeat(count)

test('a source file may have 300 lines, a test 500, texts any number', () => {
  write('apps/web/src/long.ts', lines(300))
  write('apps/web/src/long.test.tsx', lines(500))
  write('apps/web/src/locales/en/incidents.json', lines(900))
  expect(offencesUnder(house)).toEqual([])

  write('apps/web/src/long.ts', lines(301))
  write('apps/web/src/long.test.tsx', lines(501))
  expect(offencesUnder(house).sort()).toEqual([
    expect.stringContaining('long.test.tsx has 501 lines'),
    expect.stringContaining('long.ts has 301 lines'),
  ])
})

test.each([
  'apps/server/src/utils.ts',
  'apps/web/src/shared/helpers.tsx',
  'packages/contract/src/types.ts',
  'apps/web/src/common/time.ts',
  'e2e/util.test.ts',
])('the name of %s says nothing', (path) => {
  write(path, lines(1))
  expect(offencesUnder(house)).toEqual([expect.stringContaining('says nothing')])
})

test('a file that only passes on exports is a barrel, unless it is a public.ts', () => {
  const passesOn = "// All of it.\nexport * from './a.ts'\nexport type { B } from './b.ts'\n"
  write('apps/server/src/features/a/public.ts', passesOn)
  write('apps/server/src/features/a/own.ts', `${passesOn}export const own = 1\n`)
  expect(offencesUnder(house)).toEqual([])

  write('apps/server/src/features/a/all.ts', passesOn)
  expect(offencesUnder(house)).toEqual([expect.stringContaining('all.ts only passes on')])
})

test('a test mocks no module, because files of tests share loaded modules', () => {
  write('apps/server/src/a.test.ts', "vi.spyOn(dns, 'lookup')\n")
  expect(offencesUnder(house)).toEqual([])

  write('apps/server/src/a.test.ts', "vi.mock('./b.ts', () => ({}))\n")
  expect(offencesUnder(house)).toEqual([expect.stringContaining('a.test.ts mocks a module')])
})

test('built and installed files are not checked', () => {
  write('apps/web/dist/utils.ts', lines(900))
  write('apps/web/node_modules/utils.ts', lines(900))
  expect(offencesUnder(house)).toEqual([])
})
