import { parseArgs } from 'node:util'
import { StepFailed } from '../run-program.mjs'

export const vitestProjects = ['contract', 'server', 'web', 'tools']
const steps = [
  'types',
  'lint',
  'imports',
  'unused',
  'files',
  'build',
  ...vitestProjects,
  'postgres-15',
  'e2e',
]

const usage = `npm test                                everything
npm test -- --only server               one step: ${steps.join(', ')}
npm test -- --only types,lint           several
npm test -- --only server permissions   the test files of a step whose path contains a word`

/** Answers `{ wants(step), filters }`. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const only = values.only.flatMap((names) => names.split(','))
  if (values.help || only.some((name) => !steps.includes(name))) throw new StepFailed(usage)
  return { wants: (step) => only.length === 0 || only.includes(step), filters: positionals }
}
