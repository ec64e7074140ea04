import { posix } from 'node:path'
import { runProgram, StepFailed } from '../run-program.mjs'

const feature = /^(?:apps\/(?:server|web)\/src\/features|packages\/contract\/src)\/([^/]+)\//
const placesOfFeatures = ['packages/contract/src', 'apps/server/src/features', 'apps/web/src/features']
/** Tests that need neither browser nor build; for the others, run `npm test -- --only e2e charts`. */
const quickTests = /^(?:apps|packages|scripts)\/.*\.test\.(?:ts|tsx|mjs)$/

/**
 * Chooses the tests for changed files. For a file of a feature: the feature's tests in contract, server and
 * web. For any other: the tests of the nearest folder upwards that has some.
 */
export function testsBeside(changed, files) {
  const tests = files.filter((file) => quickTests.test(file))
  const below = (folders) => tests.filter((test) => folders.some((folder) => test.startsWith(`${folder}/`)))
  const chosen = changed.flatMap((file) => {
    const name = file.match(feature)?.[1]
    const ofFeature = name ? below(placesOfFeatures.map((folder) => `${folder}/${name}`)) : []
    return ofFeature.length > 0 ? ofFeature : testsUpwards(posix.dirname(file), tests)
  })
  return [...new Set(chosen)].sort()
}

function testsUpwards(folder, tests) {
  const found = tests.filter((test) => posix.dirname(test) === folder)
  return found.length > 0 || folder === '.' ? found : testsUpwards(posix.dirname(folder), tests)
}

/**
 * Files that differ from the commit `base`. Without `base`: the uncommitted files, or else those of the last
 * commit.
 */
async function changedFiles(base) {
  if (base) return gitLines('diff', '--name-only', '--diff-filter=d', base)
  const [edited, added] = await Promise.all([
    gitLines('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    gitLines('ls-files', '--others', '--exclude-standard'),
  ])
  const files = [...edited, ...added]
  return files.length > 0
    ? files
    : gitLines('diff-tree', '-r', '--root', '--no-commit-id', '--name-only', '--diff-filter=d', 'HEAD')
}

export async function testsOfChange(base) {
  const files = [
    ...(await gitLines('ls-files')),
    ...(await gitLines('ls-files', '--others', '--exclude-standard')),
  ]
  return testsBeside(await changedFiles(base), files)
}

async function gitLines(...args) {
  const { code, output } = await runProgram('git', args, { quiet: true })
  if (code !== 0) throw new StepFailed(`git ${args.join(' ')}: ${output.trim()}`)
  return output.split('\n').filter((line) => line !== '')
}
