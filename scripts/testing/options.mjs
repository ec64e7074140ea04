import { parseArgs } from 'node:util'
import { StepFailed } from '../run-program.mjs'

export const vitestProjects = ['contract', 'server', 'web', 'tools']
export const browserSteps = ['e2e', 'widths', 'faults']
const steps = [
  'types',
  'lint',
  'imports',
  'unused',
  'files',
  'build',
  ...vitestProjects,
  'embedded',
  ...browserSteps,
]

/**
 * Steps that only a complete run includes: the server's tests on the embedded database, screens in every width, and
 * faults of servers in use.
 */
const onlyInAll = ['embedded', 'widths', 'faults']
/** Test files that run only in a complete run, or when the command line selects files. */
export const longTests = '**/*.long.test.ts'

const usage = `npm run test:all                        everything
npm run check                           format, static checks, tests beside what is not committed yet
npm run check -- main                   the same for what differs from a branch or commit
npm test                                everything but ${onlyInAll.join(', ')}, and ${longTests}
npm test -- --only server               one step: ${steps.join(', ')}
npm test -- --only types,lint           several
npm test -- --only server permissions   the test files of a step whose path contains a word`

const staticSteps = ['types', 'lint', 'imports', 'unused', 'files']

/**
 * Returns `{ wants(step), filters, exclude }`; `exclude` are patterns of test files to leave out. For `npm run check`
 * also `check`, whose `base` is a commit or undefined.
 */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const only = values.only.flatMap((names) => names.split(','))
  if (values.help || only.some((name) => !steps.includes(name))) throw new StepFailed(usage)
  if (values.check) return { wants: (step) => staticSteps.includes(step), check: { base: positionals[0] } }
  const isUsual = (step) => values.all || !onlyInAll.includes(step)
  const wants = (step) => (only.length === 0 ? isUsual(step) : only.includes(step))
  const exclude = values.all || positionals.length > 0 ? [] : [longTests]
  return { wants, filters: positionals, exclude }
}
