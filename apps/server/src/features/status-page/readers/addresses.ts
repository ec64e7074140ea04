import type { PublicStatus } from '../snapshot/schema.ts'

/** Stands for a time at which nothing was published yet. */
export const NEVER = new Date(0).toISOString()

/** For names of things while nobody said where the page is, and for those that outlive a change of its address. */
export const FIXED_HOST = 'status-page.aviary'

/**
 * Address of something below the root. While nobody said where the page is: the way to it from a file in `folder`.
 */
export function addressOf({ page }: PublicStatus, target: string, folder = ''): string {
  if (page.url !== null) return page.url + target
  return `${'../'.repeat(folder.split('/').length - 1)}${target}` || './'
}

/** An id that stays when the page moves to another path (RFC 4151). */
export const tagOf = ({ page }: PublicStatus, name: string): string =>
  `tag:${page.url === null ? FIXED_HOST : new URL(page.url).hostname},2026:${name}`
