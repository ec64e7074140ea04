import { posix } from 'node:path'
import { runProgram, StepFailed } from '../run-program.mjs'

const feature = /^(?:apps\/(?:server|web)\/src\/features|packages\/contract\/src)\/([^/]+)\//
const placesOfFeatures = ['packages/contract/src', 'apps/server/src/features', 'apps/web/src/features']
/** Tests that need neither browser nor build. Browser tests run by name, such as `npm test -- --only e2e charts`. */
const quickTests = /^(?:apps|packages|scripts)\/.*\.test\.(?:ts|tsx|mjs)$/

/** Tests of the whole contract or schema; they are not in the folders of the files that they check. */
const testsElsewhere = [
  {
    changed: /^packages\/contract\/src\//,
    tests: /^(?:apps\/server\/src\/http\/(?:contract|openapi)|scripts\/api-reference)\.test\./,
  },
  { changed: /^apps\/server\/migrations\//, tests: /^apps\/server\/src\/database\/[^/]*migrat[^/]*\.test\./ },
]

/**
 * Chooses the tests for changed files. For a file of a feature: the feature's tests in contract, server and
 * web. For any other: the tests of the nearest folder upwards that has some. In both cases also those of
 * `testsElsewhere`.
 */
export function testsBeside(changed, files) {
  const tests = files.filter((file) => quickTests.test(file))
  const below = (folders) => tests.filter((test) => folders.some((folder) => test.startsWith(`${folder}/`)))
  const chosen = changed.flatMap((file) => {
    const name = file.match(feature)?.[1]
    const ofFeature = name ? below(placesOfFeatures.map((folder) => `${folder}/${name}`)) : []
    const beside = ofFeature.length > 0 ? ofFeature : testsUpwards(posix.dirname(file), tests)
    return [...beside, ...elsewhere(file, tests)]
  })
  return [...new Set(chosen)].sort()
}

const elsewhere = (file, tests) =>
  testsElsewhere
    .filter(({ changed }) => changed.test(file))
    .flatMap((rule) => tests.filter((test) => rule.tests.test(test)))

function testsUpwards(folder, tests) {
  const found = tests.filter((test) => posix.dirname(test) === folder)
  return found.length > 0 || folder === '.' ? found : testsUpwards(posix.dirname(folder), tests)
}

/**
 * Files changed since the branch left `base`, committed or not. Without `base`: the uncommitted files, or else
 * those of the last commit.
 */
async function changedFiles(base) {
  const [edited, added] = await Promise.all([
    gitLines('diff', '--name-only', '--diff-filter=d', '--merge-base', base ?? 'HEAD'),
    gitLines('ls-files', '--others', '--exclude-standard'),
  ])
  const files = [...edited, ...added]
  return base || files.length > 0
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
