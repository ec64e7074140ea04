import { expect, test } from 'vitest'
import { testsBeside } from './changed-tests.mjs'

const files = [
  'packages/contract/src/charts/endpoints.test.ts',
  'apps/server/src/features/charts/availability.test.ts',
  'apps/server/src/features/charts/sweep.ts',
  'apps/web/src/features/charts/ChartsPage.test.tsx',
  'apps/web/src/features/status/StatusPage.test.tsx',
  'apps/server/src/mail/queue/claims.ts',
  'apps/server/src/mail/mime.test.ts',
  'apps/server/src/start.test.ts',
  'apps/web/src/ui/Dialog.test.tsx',
  'scripts/testing/vitest-step.test.mjs',
  'apps/server/src/http/contract.test.ts',
  'apps/server/src/http/gate.test.ts',
  'apps/server/src/database/migration-rules.test.ts',
  'scripts/api-reference.test.mjs',
  'e2e/charts.test.ts',
]

test.each([
  [
    'a query of a feature',
    'apps/server/src/features/charts/sweep.ts',
    [
      'apps/server/src/features/charts/availability.test.ts',
      'apps/web/src/features/charts/ChartsPage.test.tsx',
      'packages/contract/src/charts/endpoints.test.ts',
    ],
  ],
  [
    'a file whose folder has no test',
    'apps/server/src/mail/queue/claims.ts',
    ['apps/server/src/mail/mime.test.ts'],
  ],
  ['a piece of the page', 'apps/web/src/ui/Badge.tsx', ['apps/web/src/ui/Dialog.test.tsx']],
  ['a script', 'scripts/testing/options.mjs', ['scripts/testing/vitest-step.test.mjs']],
  ['a feature without tests', 'apps/server/src/features/new/routes.ts', ['apps/server/src/start.test.ts']],
  [
    'the contract of a feature',
    'packages/contract/src/status/schemas.ts',
    [
      'apps/server/src/http/contract.test.ts',
      'apps/web/src/features/status/StatusPage.test.tsx',
      'scripts/api-reference.test.mjs',
    ],
  ],
  [
    'a migration',
    'apps/server/migrations/0001_later.sql',
    ['apps/server/src/database/migration-rules.test.ts'],
  ],
  ['a browser test', 'e2e/charts.test.ts', []],
  ['a page of documentation', 'docs/map.md', []],
])('%s runs the tests beside it', (_, changed, expected) => {
  expect(testsBeside([changed], files)).toEqual(expected)
})

test('a test beside several changed files runs once', () => {
  const changed = ['apps/web/src/ui/Badge.tsx', 'apps/web/src/ui/Dialog.test.tsx']
  expect(testsBeside(changed, files)).toEqual(['apps/web/src/ui/Dialog.test.tsx'])
})
