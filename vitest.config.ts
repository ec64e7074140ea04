import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { callsOnly } from './apps/web/calls-only.ts'
import { guidePages } from './apps/web/guide-pages.ts'
import { textFiles } from './apps/web/text-files.ts'
import { WaitingApart } from './scripts/testing/waiting-apart.ts'

// Tests without any JSX that need a page all the same.
const onPages = [
  'apps/web/src/shared/saving/use-draft.test.ts',
  'apps/web/src/features/security/composer/body-lines.test.ts',
  'apps/web/src/features/security/composer/draft-lines.test.ts',
  'apps/web/src/features/security/emails/mail-look.test.ts',
]

// These end a test that hangs, they measure nothing: quick ones take many seconds on a machine that others keep busy.
const TEST_MS = 120_000
const HOOK_MS = 120_000
const BROWSER_MS = 300_000
const FAULTS_MS = 600_000

const inBrowser = {
  globalSetup: ['e2e/global-setup.ts'],
  setupFiles: ['e2e/support/setup.ts'],
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: HOOK_MS,
  // One browser for all files of a worker; starting one, and loading Playwright, took seconds for each file.
  isolate: false,
}

// Processes of tests keep the modules that Node compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

export default defineConfig({
  test: {
    // On two cores two more fill the times in which the others wait for a database or a clock.
    maxWorkers: 4,
    sequence: { sequencer: WaitingApart },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          testTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          setupFiles: ['scripts/quick-drizzle.mjs', 'apps/server/testing/columns-in-subqueries.ts'],
          expect: { poll: { timeout: 60_000 } },
          pool: 'forks',
          // Node loads the modules as in the product, which takes half as long; without Vite there is nothing to mock.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Each file has an app and a database of its own; loading the modules anew for it took a third of the time.
          isolate: false,
          testTimeout: TEST_MS,
          hookTimeout: HOOK_MS,
        },
      },
      {
        plugins: [callsOnly(), guidePages(), textFiles()],
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.tsx', ...onPages],
          environment: 'happy-dom',
          expect: { poll: { timeout: 60_000 } },
          testTimeout: TEST_MS,
          hookTimeout: HOOK_MS,
          // Loading React and its libraries anew for each file, and running them cold, was half of the time.
          isolate: false,
          setupFiles: ['apps/web/testing/quick-react.ts', 'apps/web/testing/setup.ts'],
        },
      },
      {
        plugins: [callsOnly(), guidePages(), textFiles()],
        test: {
          // What needs no page needs no browser either, and nothing of what another file left.
          name: 'web-rules',
          include: ['apps/web/src/**/*.test.ts'],
          exclude: onPages,
          testTimeout: TEST_MS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          ...inBrowser,
          testTimeout: BROWSER_MS,
        },
      },
      {
        test: {
          name: 'widths',
          include: ['e2e/widths/*.test.ts'],
          ...inBrowser,
          testTimeout: BROWSER_MS,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/*.test.ts'],
          ...inBrowser,
          testTimeout: FAULTS_MS,
          hookTimeout: FAULTS_MS,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['scripts/**/*.test.mjs'],
          testTimeout: TEST_MS,
          hookTimeout: HOOK_MS,
        },
      },
    ],
  },
})
