import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTION_NAMES } from '../packages/contract/src/actions.ts'
import { projectFolder } from './run-program.mjs'

const web = join(projectFolder, 'apps/web/src')

test('the web names no action: it asks by endpoint, or by a rule of the contract', () => {
  const name = new RegExp(`\\b(?:${ACTION_NAMES.join('|')})\\b`, 'g')
  const files = readdirSync(web, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(name)].map(([action]) => `${file}: ${action}`),
  )
  expect(found).toEqual([])
})
