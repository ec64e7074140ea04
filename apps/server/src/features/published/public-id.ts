import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../../database/open.ts'
import { getOrCreateSecret } from '../session/public.ts'

const KEY = 'public ids'

/**
 * Stable id of a row for people outside, 26 letters and digits. It reveals neither the row's number nor how many
 * rows there are.
 */
export async function getPublicId(
  db: Db,
  kind: 'incident' | 'maintenance' | 'message' | 'notification',
  id: number,
): Promise<string> {
  const key = await getOrCreateSecret(db, KEY, () => randomBytes(32).toString('base64'))
  const digest = createHmac('sha256', Buffer.from(key, 'base64')).update(`${kind}:${id}`).digest()
  return [...digest.subarray(0, 26)].map((byte) => DIGITS[byte % DIGITS.length]).join('')
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv'
