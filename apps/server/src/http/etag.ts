import { createHash } from 'node:crypto'

/** Weak, because one tag names the compressed bytes and the plain ones. */
export const etagOf = (content: Buffer | string): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether `If-None-Match` has the tag: also in a list of them, and made strong by a proxy. */
export const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent === etag || sent === '*' || sent.includes(etag.slice(2)))
