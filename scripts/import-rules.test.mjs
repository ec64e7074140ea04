import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const packages = ['zod', 'fastify', '@fastify/cookie', 'drizzle-orm', 'pg', 'left-pad', 'vitest']

/** Files of a small example project, each with its imports; `forbidden` lists the rules that must report a file. */
const files = {
  'packages/contract/src/incidents/rules.ts': { imports: ['zod'] },
  'packages/contract/src/incidents/rules.test.ts': { imports: ['vitest', './rules.ts'] },
  'packages/contract/src/bad.ts': {
    imports: ['left-pad'],
    forbidden: ['contract-imports-only-zod', 'shipped-code-uses-shipped-packages'],
  },
  'apps/server/src/app.ts': { imports: ['fastify', './features/a/routes.ts'] },
  'apps/server/src/database/tables/a.ts': { imports: ['drizzle-orm'] },
  'apps/server/src/database/open.ts': { imports: ['pg', './tables/a.ts'] },
  'apps/server/src/database/bad.ts': {
    imports: ['../features/a/public.ts'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/server/src/http/bad.ts': {
    imports: ['../features/a/routes.ts'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/server/src/translate/bad.ts': {
    imports: ['../features/a/public.ts'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/server/src/html/sanitize.ts': { imports: ['../process/sleep.ts'] },
  'apps/server/src/csv/bad.ts': {
    types: ['../features/a/public.ts'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/server/src/process/sleep.ts': { imports: [] },
  'apps/server/src/process/bad.ts': {
    imports: ['../html/sanitize.ts'],
    forbidden: ['process-knows-nobody'],
  },
  'apps/server/src/jobs/job.ts': { imports: ['../features/a/public.ts'] },
  'apps/server/src/ingest/jira/queries.ts': { imports: ['drizzle-orm'] },
  'apps/server/src/features/a/routes.ts': {
    imports: ['@aviary/contract/incidents/rules', './queries.ts', '../b/public.ts'],
  },
  'apps/server/src/features/a/queries.ts': { imports: ['drizzle-orm', '../../database/tables/a.ts'] },
  'apps/server/src/features/a/public.ts': { imports: ['./queries.ts'] },
  'apps/server/src/features/a/a.test.ts': { imports: ['vitest', 'pg', './routes.ts'] },
  'apps/server/src/features/b/public.ts': { imports: ['./queries.ts'] },
  'apps/server/src/features/b/queries.ts': { imports: ['pg'] },
  'apps/server/src/features/b/bad-neighbour.ts': {
    imports: ['../a/queries.ts'],
    forbidden: ['features-meet-in-public'],
  },
  'apps/server/src/features/b/bad-type.ts': {
    types: ['../a/queries.ts'],
    forbidden: ['features-meet-in-public'],
  },
  'apps/server/src/features/b/bad-fastify.ts': {
    imports: ['fastify'],
    forbidden: ['features-know-no-fastify'],
  },
  'apps/server/src/features/b/bad-plugin.ts': {
    types: ['@fastify/cookie'],
    forbidden: ['features-know-no-fastify'],
  },
  'apps/server/src/features/b/bad-sql.ts': { types: ['drizzle-orm'], forbidden: ['sql-only-in-queries'] },
  'apps/server/src/features/b/bad-ingest.ts': {
    imports: ['../../ingest/jira/queries.ts'],
    forbidden: ['features-know-nobody-above'],
  },
  'apps/server/src/features/b/bad-job.ts': {
    types: ['../../jobs/job.ts'],
    forbidden: ['features-know-nobody-above'],
  },
  'apps/server/src/features/b/bad-pg.ts': { imports: ['pg'], forbidden: ['sql-only-in-queries'] },
  'apps/server/src/features/b/bad-table.ts': {
    imports: ['../../database/tables/a.ts'],
    forbidden: ['sql-only-in-queries'],
  },
  'apps/server/src/bad-web.ts': {
    imports: ['../../web/src/shared/api.ts'],
    forbidden: ['server-knows-no-web'],
  },
  'apps/server/src/bad-dev.ts': { imports: ['vitest'], forbidden: ['shipped-code-uses-shipped-packages'] },
  'apps/server/src/bad-nowhere.ts': { imports: ['./missing.ts'], forbidden: ['only-found'] },
  // A circle is reported only once, at the import that closes it.
  'apps/server/src/circle.ts': { imports: ['./circle-back.ts'] },
  'apps/server/src/circle-back.ts': { types: ['./circle.ts'], forbidden: ['no-circles'] },
  'apps/web/src/screens.tsx': { imports: ['./features/a/APage.tsx'] },
  'apps/web/src/shared/api.ts': { imports: ['@aviary/contract/incidents/rules'] },
  'apps/web/src/shared/bad.ts': {
    imports: ['../features/a/public.ts'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/web/src/ui/bad.tsx': {
    imports: ['../features/a/APage.tsx'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/web/src/shell/Frame.tsx': { imports: ['../shared/api.ts'] },
  'apps/web/src/shell/Bad.tsx': {
    types: ['../features/a/APage.tsx'],
    forbidden: ['foundations-know-no-feature'],
  },
  'apps/web/src/features/a/APage.tsx': { imports: ['../../shared/api.ts', '../b/public.tsx'] },
  'apps/web/src/features/a/public.ts': { imports: [] },
  'apps/web/src/features/b/public.tsx': { imports: [] },
  'apps/web/src/features/b/Bad.tsx': { lazy: ['../a/APage.tsx'], forbidden: ['features-meet-in-public'] },
  'apps/web/src/bad-server.ts': { types: ['../../server/src/app.ts'], forbidden: ['web-knows-no-server'] },
}

const house = mkdtempSync(join(tmpdir(), 'aviary-import-rules-'))

function write(path, text) {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), text)
}

function sourceOf({ imports = [], types = [], lazy = [] }) {
  return [
    ...imports.map((name, index) => `import * as value${index} from '${name}'`),
    ...types.map((name, index) => `import type * as Type${index} from '${name}'`),
    ...lazy.map((name, index) => `export const load${index} = () => import('${name}')`),
    'export const nothing = undefined',
  ].join('\n')
}

function writeHouse() {
  const manifest = (dependencies, devDependencies = {}) =>
    JSON.stringify({ type: 'module', dependencies, devDependencies })
  write('package.json', manifest({}))
  write(
    'packages/contract/package.json',
    JSON.stringify({
      name: '@aviary/contract',
      exports: { './*': './src/*.ts' },
      dependencies: { zod: '1' },
    }),
  )
  write(
    'apps/server/package.json',
    manifest(
      { fastify: '1', '@fastify/cookie': '1', 'drizzle-orm': '1', pg: '1', '@aviary/contract': '1' },
      { vitest: '1' },
    ),
  )
  write('apps/web/package.json', manifest({ '@aviary/contract': '1' }))
  for (const name of packages) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', exports: './index.js' }),
    )
    write(`node_modules/${name}/index.js`, 'export {}')
  }
  mkdirSync(join(house, 'node_modules/@aviary'))
  symlinkSync('../../packages/contract', join(house, 'node_modules/@aviary/contract'))
  for (const [path, source] of Object.entries(files)) write(path, sourceOf(source))
}

function violations() {
  const [config, program] = ['../.dependency-cruiser.mjs', '../node_modules/.bin/depcruise'].map(fromHere)
  const args = [program, '--config', config, '--output-type', 'json', 'packages', 'apps']
  const { stdout } = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' })
  return JSON.parse(stdout).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
}

function fromHere(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}

beforeAll(writeHouse)
afterAll(() => rmSync(house, { recursive: true, force: true }))

test('every rule objects to what it forbids, and to nothing else', () => {
  const expectedFaults = Object.entries(files).flatMap(([path, { forbidden = [] }]) =>
    forbidden.map((rule) => `${path}: ${rule}`),
  )
  expect([...new Set(violations())].sort()).toEqual(expectedFaults.sort())
})
