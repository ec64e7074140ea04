// Runs everything that `npm test` and `npm run test:all` check, in order. The last line has the totals: N
// passed, N failed.
import { delimiter, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { endWithAdvice, projectFolder, runProgram, secondsSince } from '../run-program.mjs'
import { testsOfChange } from './changed-tests.mjs'
import { chromiumAdvice, ensureNeeds, postgresAdvice } from './needs.mjs'
import { browserSteps, readOptions, vitestProjects } from './options.mjs'
import { noteStandstills } from './standstills.mjs'
import { chosenChecks, runChecks } from './static-checks.mjs'
import { inWords, newTally, step } from './tally.mjs'
import { runVitest } from './vitest-step.mjs'

async function runEverything() {
  const start = performance.now()
  const { wants, filters = [], exclude = [], check } = readOptions(process.argv.slice(2))
  // With a stricter umask the user of the database could not enter the data folders of the tests, and Aviary
  // would keep the data elsewhere.
  process.umask(0o022)
  process.env.PATH = `${join(projectFolder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  if (!process.stdout.isTTY) dropColours()
  const needs = await ensureNeeds({
    browser: browserSteps.some(wants),
    postgres: ['server', 'e2e', 'faults'].some(wants),
    promtool: ['server', 'embedded', 'tools'].some(wants),
    pgbouncer: ['server', 'embedded', 'faults'].some(wants),
    nginx: wants('e2e'),
  })
  const tally = newTally()
  const endNoting = noteStandstills()

  if (check) await step(tally, 'Format', format)
  const checks = chosenChecks(wants)
  if (checks.length > 0) await step(tally, 'Static checks', () => runChecks(checks))

  if (check) await testChange(tally, check.base)

  // Servers that tests start serve the built web app, and a test of the `tools` project checks the build output.
  const needsBuild = ['build', 'server', 'tools', 'embedded', ...browserSteps].some(wants)
  const isBuilt = !needsBuild || (await step(tally, 'Build', build))

  const projects = vitestProjects.filter(wants)
  if (projects.length > 0) {
    const title = `Tests of ${projects.join(', ')}${wants('server') ? ' (PostgreSQL 15)' : ''}`
    await step(tally, title, () => testOnServer(projects, filters, { ...needs, exclude }))
  }
  if (wants('embedded')) {
    await step(tally, 'Tests of server (embedded database)', () =>
      runVitest(['server'], filters, { exclude: [...ALWAYS_EMBEDDED, ...exclude] }),
    )
  }
  const inBrowser = (project, workers) =>
    testInBrowser(needs, filters, { isBuilt, project, workers, exclude })
  if (wants('e2e')) await step(tally, 'Browser tests', () => inBrowser('e2e', BROWSERS))
  if (wants('widths')) await step(tally, 'Screens in every width', () => inBrowser('widths', BROWSERS))
  if (wants('faults')) await step(tally, 'Faults of servers in use', () => inBrowser('faults', SITES))

  const lines = [...tally.failures, ...endNoting(), ...tally.lines]
  console.log(`\n== Summary, ${secondsSince(start)} in all\n${lines.join('\n')}`)
  console.log(inWords(tally))
  if (tally.failed > 0) process.exitCode = 1
}

// Vitest and others print colours in CI even into a log file.
function dropColours() {
  delete process.env.FORCE_COLOR
  process.env.NO_COLOR = '1'
}

async function testChange(tally, base) {
  const files = await testsOfChange(base)
  if (files.length === 0) return console.log('\nNo test lies beside what has changed.')
  const needsBuild = files.some((file) => /^(apps\/server|scripts)\//.test(file))
  const isReady = !needsBuild || (await step(tally, 'Build', build))
  if (isReady) await step(tally, 'Tests beside the change', () => runVitest(vitestProjects, files))
}

const build = () => runOnce('node', ['scripts/build.mjs'])
const format = () => runOnce('biome', ['check', '--write', '--error-on-warnings'])

async function runOnce(program, args) {
  const { code } = await runProgram(program, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

// These tests always use the embedded database or none, so the run on PostgreSQL 15 is enough.
const ALWAYS_EMBEDDED = [
  'apps/server/src/database/embedded/**',
  'apps/server/src/start.long.test.ts',
  'apps/server/src/mail/smtp.test.ts',
  'apps/server/src/cli/import-memory.long.test.ts',
  'apps/server/src/http/late-bodies.test.ts',
]

/** The server's tests on PostgreSQL 15, beside the other projects. */
function testOnServer(projects, filters, { hasPostgres, exclude }) {
  if (!projects.includes('server')) return runVitest(projects, filters, { exclude })
  if (!hasPostgres) return failedFor(postgresAdvice)
  return runVitest(projects, filters, { env: { AVIARY_TEST_DATABASE: 'server' }, exclude })
}

// Browser test files that run at the same time; each keeps most of a core busy.
const BROWSERS = 3
/** Fault test files that run at the same time; each has its own servers, databases and browser. */
const SITES = 2

async function testInBrowser({ chromium }, filters, { isBuilt, project, workers, exclude }) {
  if (!chromium) return failedFor(chromiumAdvice)
  if (!isBuilt) return failedFor('Not run: the build failed.')
  return runVitest([project], filters, { env: { CHROMIUM_PATH: chromium }, workers, exclude })
}

function failedFor(reason) {
  console.log(`FAILED  ${reason}`)
  return { passed: 0, failed: 1 }
}

await endWithAdvice(runEverything)
