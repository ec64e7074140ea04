import { spawnSync } from 'node:child_process'

/** Runs promtool and returns its output; throws with an explanation if it is not installed. */
export function runPromtool(args: readonly string[], input = ''): { code: number | null; output: string } {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  if (error)
    throw new Error('The tests of metrics need promtool: install it (Debian: apt-get install prometheus)')
  return { code: status, output: `${stdout}${stderr}` }
}
