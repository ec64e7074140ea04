import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../../database/open.ts'
import { getOrCreateSecret } from '../session/public.ts'

const KEY = 'public ids'

/** What people outside may know by an id; a cell is a service in a data center. */
export type PublicKind =
  | 'page'
  | 'service'
  | 'data_center'
  | 'cell'
  | 'incident'
  | 'maintenance'
  | 'message'
  | 'notification'

/**
 * Stable id of a row for people outside, 26 letters and digits. It reveals neither the row's number nor its name, nor
 * how many rows there are.
 */
export type ToPublicId = (kind: PublicKind, key: number | string) => string

export async function openPublicIds(db: Db): Promise<ToPublicId> {
  const text = await getOrCreateSecret(db, KEY, () => randomBytes(32).toString('base64'))
  const key = Buffer.from(text, 'base64')
  return (kind, name) => {
    const digest = createHmac('sha256', key).update(`${kind}:${name}`).digest()
    return [...digest.subarray(0, 26)].map((byte) => DIGITS[byte % DIGITS.length]).join('')
  }
}

/** One id; to make several, use `openPublicIds`. */
export const getPublicId = async (db: Db, kind: PublicKind, id: number): Promise<string> =>
  (await openPublicIds(db))(kind, id)

const DIGITS = '0123456789abcdefghijklmnopqrstuv'
