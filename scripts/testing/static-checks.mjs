import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { projectFolder, runProgram, secondsSince } from '../run-program.mjs'

const typed = [...['packages/contract', 'apps/server', 'apps/server/status-page', 'apps/web', 'e2e', 'bench']]
const cruised = ['packages', 'apps', 'e2e', 'bench']
const timeLimit = 5 * 60_000
const atOnce = 2

/** Cache of the compiler, with which a second run takes a fifth of the time. */
const typesSeen = (folder) => `node_modules/.cache/types/${folder.replaceAll('/', '-')}.tsbuildinfo`

function inProject(path) {
  return existsSync(join(projectFolder, path))
}

export function chosenChecks(wants) {
  const types = typed
    .filter((folder) => inProject(`${folder}/tsconfig.json`))
    .map((folder) => ({
      name: 'types',
      title: `types of ${folder}`,
      command: ['tsc', '--noEmit', '-p', folder, '--incremental', '--tsBuildInfoFile', typesSeen(folder)],
    }))
  const others = [
    { name: 'lint', title: 'lint', command: ['biome', 'ci', '--error-on-warnings', '--colors=off'] },
    { name: 'imports', title: 'import rules', command: ['depcruise', ...cruised.filter(inProject)] },
    { name: 'unused', title: 'dead code', command: ['knip', '--no-progress'] },
    { name: 'files', title: 'file names and lengths', command: ['node', 'scripts/check-files.mjs'] },
  ]
  return [...types, ...others].filter((check) => wants(check.name))
}

/** Runs the checks two at a time and prints the output of failed ones. */
export async function runChecks(checks) {
  const counted = { passed: 0, failed: 0 }
  const waiting = [...checks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      counted[(await runCheck(check)) ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return counted
}

async function runCheck({ title, command: [program, ...args] }) {
  const start = performance.now()
  const { code, output } = await runProgram(program, args, { quiet: true, timeLimit })
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${secondsSince(start).padStart(8)}  ${title}`)
  if (code !== 0) console.log(`\n${[program, ...args].join(' ')}\n${output}`)
  return code === 0
}
