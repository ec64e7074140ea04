import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/open.ts'
import { setRequestToken } from './queue/queries.ts'

/** As the database has it, so that whoever reads the database can confirm nothing. */
export const hashRequestToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * A new token for the link in a mail that confirms a subscription. It is made when the mail is about to be sent, so that
 * it stands in the mail alone; the link of an earlier try ends.
 */
export async function renewRequestToken(db: Db, broadcastId: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await setRequestToken(db, { broadcastId, tokenHash: hashRequestToken(token) })
  return token
}
