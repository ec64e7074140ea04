import { createHash } from 'node:crypto'

/** A weak ETag, because the compressed and the plain bytes share it. */
export const etagOf = (content: Buffer | string): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether `If-None-Match` has the ETag, also in a list, or as a strong one that a proxy made of it. */
export const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent === etag || sent === '*' || sent.includes(etag.slice(2)))
