// `npm start`. The machine's own Node, however old, reads this file first: use only what Node 12 understands.
import { problemWithHost } from './supported-host.mjs'

const problem = problemWithHost(process.versions.node, process.env.npm_config_user_agent)
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else {
  import('./start-aviary.mjs').then((starting) => starting.startAviary())
}
