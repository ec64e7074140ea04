import type { PublicStatus } from '../snapshot/schema.ts'

/** Stands for a time at which nothing was published yet. */
export const NEVER = new Date(0).toISOString()

/**
 * Address of something below the root. While nobody said where the page is: the way to it from a file in `folder`.
 */
export function addressOf({ page }: PublicStatus, target: string, folder = ''): string {
  if (page.url !== null) return page.url + target
  return `${'../'.repeat(folder.split('/').length - 1)}${target}` || './'
}
