import { ensureInstalled, projectNode } from './install.mjs'
import { endWithAdvice, runProgram } from './run-program.mjs'

export async function testAviary(options) {
  await endWithAdvice(ensureInstalled)
  if (process.exitCode) return console.log('0 passed, 1 failed')
  const { code } = await runProgram(projectNode(), ['scripts/testing/run.mjs', ...options])
  process.exitCode = code
}
