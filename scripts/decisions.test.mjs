import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'

const folder = join(projectFolder, 'docs/decisions')

test('every decision stands in the index once, and the index names no other', () => {
  const pages = readdirSync(folder).filter((name) => name !== 'README.md')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const links = [...index.matchAll(/\[(\d+)\]\(((\d{4})-[^)]+)\)/g)]
  expect(links.map(([, , page]) => page).sort()).toEqual(pages.sort())
  for (const [, number, , digits] of links) expect(Number(number)).toBe(Number(digits))
})
