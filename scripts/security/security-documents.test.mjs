import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../run-program.mjs'
import { readTable, whatIsWrongWith } from './requirements-table.mjs'

const read = (file) => readFileSync(join(projectFolder, file), 'utf8')
const numbers = JSON.parse(read('scripts/security/asvs-5.0-numbers.json'))
const table = readTable(read('docs/security-asvs.md'))
const readTest = (file) => (existsSync(join(projectFolder, file)) ? read(file) : undefined)

test('each requirement of levels 1 and 2 is in the table once, with a test that is there or a reason', () => {
  expect(whatIsWrongWith(table, numbers, readTest)).toEqual([])
})

test('the table holds nothing else', () => {
  expect(table.map(({ number }) => number)).toEqual(
    [...numbers.level1, ...numbers.level2].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  )
})

test('a row without its number, test or reason is a fault', () => {
  const text = "test('it holds', () => {"
  const rows = (...lines) => readTable(lines.join('\n'))
  const wrong = (...lines) =>
    whatIsWrongWith(rows(...lines), { level1: ['1.1.1'], level2: [] }, (file) =>
      file === 'a.test.ts' ? text : undefined,
    )
  expect(wrong('| 1.1.1 | 1 | `a.test.ts` it holds |')).toEqual([])
  expect(wrong('| 1.1.1 | 1 | n/a: no passwords |')).toEqual([])
  expect(wrong('| 1.1.1 | 1 | not met: cookies have no prefix |')).toEqual([])
  expect(wrong()).toEqual(['1.1.1 is missing'])
  expect(wrong('| 1.1.1 | 2 | n/a: no passwords |')).toEqual(['1.1.1 is of level 1'])
  expect(wrong('| 1.1.1 | 1 | n/a |')).toEqual(['1.1.1 names neither a test nor a reason'])
  expect(wrong('| 1.1.1 | 1 | it holds |')).toEqual(['1.1.1 names neither a test nor a reason'])
  expect(wrong('| 1.1.1 | 1 | `b.test.ts` it holds |')).toEqual(['1.1.1: there is no b.test.ts'])
  expect(wrong('| 1.1.1 | 1 | `a.test.ts` holds |')).toEqual(["1.1.1: a.test.ts has no test 'holds'"])
  expect(wrong('| 1.1.1 | 1 | n/a: a |', '| 1.1.1 | 1 | n/a: b |')).toEqual(['1.1.1 is there twice'])
})

// Documentation that the standard requires; rows of the table name this test as evidence.
const SECTIONS = [
  ...['People and assets', 'Borders', 'Sign-in and sessions', 'Rights', 'Limits', 'Uploads', 'Connections'],
  ...['Secrets and algorithms', 'Data', 'Logs', 'Libraries', 'What is not promised'],
]

test('the document has every section that the table of requirements leads to', () => {
  const sections = read('docs/security.md').split(/^## /m).slice(1)
  expect(sections.map((section) => section.slice(0, section.indexOf('\n')))).toEqual(SECTIONS)
  for (const section of sections) expect(section.length).toBeGreaterThan(200)
})

test('links of the security documents resolve', () => {
  for (const [file, folder] of [
    ['docs/security.md', 'docs'],
    ['docs/security-asvs.md', 'docs'],
    ['SECURITY.md', '.'],
  ]) {
    const links = [...read(file).matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, link]) => link)
    for (const link of links)
      expect(existsSync(join(projectFolder, folder, link)), `${file}: ${link}`).toBe(true)
  }
})
