import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../run-program.mjs'
import { countReport } from './vitest-step.mjs'

const inServer = join(projectFolder, 'apps/server/src/a.test.ts')

function file(statuses, status = 'passed') {
  return { name: inServer, status, assertionResults: statuses.map((each) => ({ status: each })) }
}

function count(testResults, { code = 0, expected = ['server'] } = {}) {
  return countReport({ testResults }, { code, expected })
}

test('tests are counted over all files', () => {
  const files = [file(['passed', 'passed', 'skipped']), file(['passed', 'failed', 'todo'], 'failed')]
  expect(count(files, { code: 1 })).toMatchObject({ passed: 3, failed: 1, skipped: 2 })
})

test('a file that did not load, or whose hook failed, counts as failed', () => {
  expect(count([file(['passed']), file([], 'failed')], { code: 1 })).toMatchObject({ passed: 1, failed: 1 })
  expect(count([file(['skipped'], 'failed')], { code: 1 })).toMatchObject({ failed: 1, skipped: 1 })
})

test('a project without a single test counts as failed', () => {
  expect(count([file(['passed'])], { expected: ['server', 'web'] })).toMatchObject({ passed: 1, failed: 1 })
  expect(count([], { code: 1 })).toMatchObject({ passed: 0, failed: 1 })
})

test('an error outside any test counts as failed', () => {
  expect(count([file(['passed'])], { code: 1 })).toMatchObject({ passed: 1, failed: 1 })
})

test('each failure is named with its place, what it says and what its page showed', () => {
  const stack = '    at run (/x/node_modules/y.js:1:1)\n    at a.test.ts:9:3'
  const failed = {
    ...{ status: 'failed', fullName: 'a mail is sent', meta: { page: 'http://localhost/ No data' } },
    failureMessages: [`Error: no answer\n\nwaiting for "sent"\n${stack}`],
  }
  const files = [
    { ...file([], 'failed'), assertionResults: [failed] },
    { ...file([], 'failed'), message: 'SyntaxError: bad' },
  ]
  expect(count([file(['passed']), ...files], { code: 1 }).failures).toEqual([
    [
      'FAILED  apps/server/src/a.test.ts > a mail is sent: Error: no answer',
      'waiting for "sent"',
      'at a.test.ts:9:3',
      'http://localhost/ No data',
    ].join('\n        '),
    'FAILED  apps/server/src/a.test.ts, outside its tests: SyntaxError: bad',
  ])
})
