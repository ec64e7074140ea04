import { parseJson } from '../../process/parse-json.ts'
import { cut, type Foreign, instantIn, objectIn, shortTextIn, textIn } from '../foreign.ts'
import { type NamedRecords, type Repository, readNamedRecords, readRepository } from './repository.ts'

/** Properties of a deployment that never change on GitHub. */
type Deployment = {
  summary: string
  description: string
  catalogType: string
  sha: string | null
  tag: string | null
  submittedBy: string | null
  createdOn: string | null
}

export type DeploymentStatus = { state: string; at: string | null }

export type DeploymentEvent = {
  kind: 'deployment'
  repository: Repository
  id: string
  /** Undefined if a status came without its deployment; `summary` is then made from the status. */
  deployment: Deployment | undefined
  summary: string
  status: DeploymentStatus | undefined
  namedRecords: NamedRecords
  environment: string
}

/**
 * Reads a `deployment` or `deployment_status` event; returns the reason as a sentence if Aviary has no use
 * for it.
 */
export function readDeployment(body: Foreign): DeploymentEvent | string {
  const deployment = objectIn(body, 'deployment')
  const status = objectIn(body, 'deployment_status')
  const address = textIn(deployment, 'url') || textIn(status, 'deployment_url') || textIn(status, 'url')
  const repository = readRepository(body, address)
  if (!repository) return 'the event names no repository'
  const id = idIn(deployment) ?? /\/deployments\/(\d{1,20})/.exec(address)?.[1]
  if (!id) return 'the event names no deployment'
  const environment = cut(textIn(deployment, 'environment') || textIn(status, 'environment'), 200)
  const state = cut(textIn(status, 'state'), 100)
  const hasDetails = ['sha', 'ref', 'task'].some((key) => textIn(deployment, key) !== '')
  return {
    kind: 'deployment',
    repository,
    id,
    deployment: hasDetails ? deploymentOf(deployment, { repository, environment }) : undefined,
    summary: summaryOf({ repository, environment, ref: '' }),
    status: state
      ? { state, at: instantIn(status, 'created_at') ?? instantIn(status, 'updated_at') }
      : undefined,
    namedRecords: readNamedRecords(
      objectIn(body, 'repository').custom_properties,
      payloadOf(deployment.payload),
    ),
    environment,
  }
}

/** GitHub sends ids as numbers; some relays send them as text, because large numbers would lose digits. */
export function idIn(body: Foreign): string | undefined {
  const text = typeof body.id === 'number' ? String(body.id) : textIn(body, 'id')
  return /^\d{1,20}$/.test(text) ? text : undefined
}

/** GitHub sends an object, or the JSON text of one; text that is not JSON gives undefined. */
const payloadOf = (payload: unknown): unknown => (typeof payload === 'string' ? parseJson(payload) : payload)

type Target = { repository: Repository; environment: string }

function deploymentOf(deployment: Foreign, { repository, environment }: Target): Deployment {
  const ref = textIn(deployment, 'ref')
  const sha = shortTextIn(deployment, 'sha', 64)
  const submittedBy = shortTextIn(objectIn(deployment, 'creator'), 'login', 320)
  return {
    summary: summaryOf({ repository, environment, ref: shortRef(ref) }),
    description:
      shortTextIn(deployment, 'description', 10_000) ??
      sentenceOf({ repository, environment, ref, sha, submittedBy }),
    catalogType: shortTextIn(deployment, 'task', 200) ?? 'deploy',
    sha,
    tag: tagOf(ref, { repository, sha }),
    submittedBy,
    createdOn: instantIn(deployment, 'created_at'),
  }
}

const summaryOf = ({ repository, environment, ref }: Target & { ref: string }): string => {
  const what = `Deploy ${repository.name}${ref && ` ${ref}`}`
  return cut(environment ? `${what} to ${environment}` : what, 1_000)
}

type Sentence = Target & { ref: string; sha: string | null; submittedBy: string | null }

function sentenceOf({ repository, environment, ref, sha, submittedBy }: Sentence): string {
  const commit = sha && sha !== ref ? ` (commit ${sha.slice(0, 7)})` : ''
  const what = [
    `${repository.owner}/${repository.name}`,
    ref && `at ${shortRef(ref)}${commit}`,
    'is deployed',
  ]
  const where = [environment && `to ${environment}`, submittedBy && `by ${submittedBy}`]
  return cut(`${[...what, ...where].filter(Boolean).join(' ')}.`, 10_000)
}

const isCommit = (ref: string): boolean => /^[0-9a-f]{40}([0-9a-f]{24})?$/i.test(ref)

/** Shortens a ref as GitHub's pages do: the first seven digits of a commit, a branch or tag without its prefix. */
const shortRef = (ref: string): string =>
  isCommit(ref) ? ref.slice(0, 7) : cut(ref.replace(/^refs\/(heads|tags)\//, ''), 300)

/**
 * The tag that a ref names. GitHub does not say whether a ref is a tag: it counts as one if it has the prefix
 * of tags or looks like a version.
 */
function tagOf(
  ref: string,
  { repository, sha }: { repository: Repository; sha: string | null },
): string | null {
  if (ref.startsWith('refs/tags/')) return shortRef(ref)
  const isBranch = ref === repository.defaultBranch || ref.startsWith('refs/')
  const isVersion = /^v?\d+(\.\d+)*([-+.].+)?$/.test(ref)
  return isVersion && !isBranch && !sha?.startsWith(ref) ? cut(ref, 300) : null
}
