import { cut, type Foreign, instantIn, objectIn, shortTextIn, textIn } from '../foreign.ts'
import { idIn } from './read-deployment.ts'
import { type NamedRecords, type Repository, readNamedRecords, readRepository } from './repository.ts'

export type ReleaseEvent = {
  kind: 'release'
  repository: Repository
  id: string
  /** When the release last changed on GitHub; null if unknown, and then the event counts as the newest. */
  at: string | null
  status: string
  summary: string
  description: string
  tag: string | null
  sha: string | null
  submittedBy: string | null
  createdOn: string | null
  publishedAt: string | null
  namedRecords: NamedRecords
}

const PUBLISHES = ['published', 'released', 'prereleased']
const TAKES_BACK = ['unpublished', 'deleted']

/** Reads a `release` event; returns the reason as a sentence if Aviary has no use for it, as for a draft. */
export function readRelease(body: Foreign, now: Date): ReleaseEvent | string {
  const action = textIn(body, 'action')
  const release = objectIn(body, 'release')
  if (![...PUBLISHES, ...TAKES_BACK, 'created', 'edited'].includes(action))
    return `'${cut(action, 60)}' is nothing that a release is taken in for`
  const address = textIn(release, 'url')
  const repository = readRepository(body, address)
  if (!repository) return 'the event names no repository'
  const id = idIn(release) ?? /\/releases\/(\d{1,20})/.exec(address)?.[1]
  if (!id) return 'the event names no release'

  const isGone = TAKES_BACK.includes(action)
  const published = instantIn(release, 'published_at')
  if (!isGone && release.draft === true) return 'the release is a draft'
  if (!isGone && !published && !PUBLISHES.includes(action)) return 'the release is not published'
  const publishedAt = published ?? (isGone ? null : now.toISOString())
  return {
    kind: 'release',
    repository,
    id,
    // The publication time of a deleted release is not used, because the deletion came later.
    at: instantIn(release, 'updated_at') ?? (isGone ? null : publishedAt),
    status: isGone ? action : release.prerelease === true ? 'prereleased' : 'released',
    ...textsOf(release, repository),
    sha: commitIn(release),
    submittedBy: shortTextIn(objectIn(release, 'author'), 'login', 320),
    createdOn: instantIn(release, 'created_at'),
    publishedAt,
    namedRecords: readNamedRecords(objectIn(body, 'repository').custom_properties),
  }
}

function textsOf(release: Foreign, { owner, name }: Repository) {
  const tag = shortTextIn(release, 'tag_name', 300)
  const title = textIn(release, 'name')
  const summary = ['Release', name, tag].filter(Boolean).join(' ')
  return {
    tag,
    summary: cut(title && title !== tag ? `${summary}: ${title}` : summary, 1_000),
    description:
      shortTextIn(release, 'body', 10_000) ?? `${owner}/${name}${tag ? ` ${tag}` : ''} is released.`,
  }
}

const commitIn = (release: Foreign): string | null => {
  const target = textIn(release, 'target_commitish')
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/i.test(target) ? target : null
}
