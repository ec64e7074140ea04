import { createHash } from 'node:crypto'
import { PREVIEW_HOLDS_MINUTES } from '@aviary/contract/constants'
import type { Db } from '../../database/open.ts'
import type { Call, Preparation } from '../../http/call.ts'
import { Conflict, fault } from '../../http/errors.ts'
import * as queries from './queries.ts'

type Kind = 'message' | 'correction' | 'notification'

/** What goes out and to whom: rendered mails, who gets them, and when. Asked for tokens only. */
type GetContent = () => object | Promise<object>

type Sending = { kind: Kind; getContent: GetContent }

/** Keeps what a token previewed for people outside, so that it may send that; people need no proof. */
export async function rememberPreview(
  { db, now, author }: Pick<Preparation, 'db' | 'now' | 'author'>,
  sending: Sending,
  total: number,
): Promise<void> {
  const { tokenId } = author()
  if (tokenId === undefined) return
  await queries.savePreview(db, { tokenId, contentHash: await hashOf(sending), total, previewedAt: now })
}

/**
 * Throws unless a token may send this to people outside: it needs the scope, and the total of its own preview, in which
 * the same mails went to the same readers. Uses up the preview.
 */
export async function requirePreview(
  { db, now, author }: Pick<Call, 'db' | 'now' | 'author'>,
  sending: Sending,
  recipients: number | undefined,
): Promise<void> {
  const { kind } = sending
  const { tokenId, requireScope } = author()
  if (tokenId === undefined) return
  requireScope('broadcast:external')
  if (recipients === undefined)
    throw fault(
      kind === 'notification' ? 'confirmed.recipients' : 'recipients',
      'is required when a token writes to people outside: send the total of its preview',
    )
  const since = startOfUse(now)
  const preview = await queries.takePreview(db, { tokenId, contentHash: await hashOf(sending), since })
  if (!preview)
    throw new Conflict(
      `This token has not previewed this ${kind} in the last ${PREVIEW_HOLDS_MINUTES} minutes, or has used the preview, or other mails or readers would come of it by now. Preview exactly these fields, and send its total and translations. Nothing has been stored or sent`,
    )
  if (preview.total === recipients) return
  throw new Conflict(
    `The preview of this ${kind} counted ${preview.total}, not ${recipients}. Nothing has been stored or sent`,
  )
}

/** Deletes previews that can no longer be used. */
export const deleteOldPreviews = (db: Db, now: Date) => queries.deletePreviewsUntil(db, startOfUse(now))

const startOfUse = (now: Date): Date => new Date(now.getTime() - PREVIEW_HOLDS_MINUTES * 60_000)

async function hashOf({ kind, getContent }: Sending): Promise<string> {
  const content: unknown = JSON.parse(JSON.stringify(await getContent()))
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted(content)]))
    .digest('base64url')
}

/** The value with the fields of its objects in one order, because the two calls may have them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}
