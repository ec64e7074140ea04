import { createHash } from 'node:crypto'

/** A weak ETag, because the compressed and the plain bytes share it. */
export const etagOf = (content: Buffer | string): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/**
 * Whether `If-None-Match` names this ETag: alone, in a list, as `*`, or without `W/` because a proxy made it
 * strong.
 */
export const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent === etag || sent === '*' || sent.includes(etag.slice(2)))
