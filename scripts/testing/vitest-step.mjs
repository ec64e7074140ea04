import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectFolder, runProgram } from '../run-program.mjs'

/** Milliseconds after which a step that hangs is ended; long, because a busy machine takes several times as long. */
const timeLimit = 40 * 60_000
const folderOf = {
  contract: 'packages/contract',
  server: 'apps/server',
  web: 'apps/web',
  tools: 'scripts',
  e2e: 'e2e',
  widths: 'e2e/widths',
  faults: 'e2e/faults',
}

// Compile cache, without which every test process spends a tenth of its time compiling libraries.
const compileCache = join(projectFolder, 'node_modules/.cache/node-compile')

/** Runs the Vitest projects; without filters, a project without any test counts as failed. */
export async function runVitest(projects, filters, { env = {}, exclude = [], workers } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-vitest-'))
  const reportFile = join(folder, 'report.json')
  // The star is needed for `web-rules`, which also belongs to `web`.
  const chosen = projects.flatMap((project) => ['--project', `${project}*`])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const without = exclude.flatMap((pattern) => ['--exclude', pattern])
  const atMost = workers ? [`--maxWorkers=${workers}`] : []
  const args = ['run', ...chosen, ...reporters, ...without, ...atMost, '--silent=passed-only', ...filters]
  const { code } = await runProgram('vitest', args, {
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    timeLimit,
  })
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : { testResults: [] }
  rmSync(folder, { recursive: true, force: true })
  return countReport(report, { code, expected: filters.length ? [] : projects })
}

/** `code` is Vitest's exit code; it also shows errors outside tests, which count as one failure. */
export function countReport(report, { code, expected }) {
  const files = report.testResults.map(countFile)
  const counted = {
    passed: sum(files, 'passed'),
    failed: sum(files, 'failed') + projectsWithoutTests(report, expected),
    skipped: sum(files, 'skipped'),
    failures: report.testResults.flatMap(listFailures),
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return counted
}

// A file can fail without a failed test: if it did not load, did not end, or a hook failed. Such a file counts
// as one failure.
function countFile({ status, assertionResults }) {
  const having = (statuses) => assertionResults.filter((test) => statuses.includes(test.status)).length
  const passed = having(['passed'])
  const failed = having(['failed'])
  const skipped = assertionResults.length - passed - failed
  return { passed, failed: status === 'failed' ? Math.max(failed, 1) : failed, skipped }
}

/** What the summary says of each failed test, so that nobody has to look for it in the output before. */
function listFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(projectFolder, name)
  if (status === 'failed' && failed.length === 0)
    return [`FAILED  ${file}, outside its tests: ${shorten(message)}`]
  return failed.map(({ fullName, failureMessages: [error] = [], meta }) => {
    const page = meta?.page ? `\n        ${meta.page}` : ''
    return `FAILED  ${file} > ${fullName}: ${shorten(error)}${page}`
  })
}

const STACK_LINE = /^ +at /

/** The first lines of an error, and the first line of its stack that is in this project. */
function shorten(error = '') {
  const lines = stripVTControlCharacters(error).split('\n')
  const said = lines.filter((line) => line.trim() !== '' && !STACK_LINE.test(line)).slice(0, 6)
  const place = lines.find((line) => STACK_LINE.test(line) && !line.includes('node_modules'))
  return [...said, ...(place ? [place.replace(projectFolder, '')] : [])]
    .map((line) => line.trim())
    .join('\n        ')
}

function projectsWithoutTests(report, expected) {
  const tested = report.testResults
    .filter(({ assertionResults }) => assertionResults.length > 0)
    .map(({ name }) => relative(projectFolder, name))
  const without = expected.filter(
    (project) => !tested.some((file) => file.startsWith(`${folderOf[project]}/`)),
  )
  for (const project of without) console.log(`FAILED  no test ran in ${folderOf[project]}`)
  return without.length
}

function sum(files, key) {
  return files.reduce((total, file) => total + file[key], 0)
}
