import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../database/open.ts'
import { Misconfigured } from '../process/cannot-start.ts'
import { seal, unseal } from '../process/seal.ts'
import * as queries from './queries.ts'

/** Encrypts addresses and secrets of channels with a key that is not in the database. */
export type Sealer = {
  seal: (text: string) => string
  /** Undefined if the text was sealed with a key that this process does not have. */
  unseal: (sealed: string) => string | undefined
}

type Keys = {
  /** SECRETS_KEY: the first key seals, all of them unseal. */
  keys: readonly string[]
  /** Folder that keeps a key when none is set; undefined if the database is not the embedded one. */
  keyFolder: string | undefined
  newKey: () => string
  now: Date
}

const KEY_FILE = 'secrets-key'
const SHORTEST_KEY = 32

/**
 * Opens the sealer, or returns undefined if there is no key and nothing sealed. Texts sealed with a later key of the
 * list are sealed anew with the first. Throws Misconfigured if none of the keys opens what is stored.
 */
export async function loadSealer(
  db: Db,
  { keys, keyFolder, newKey, now }: Keys,
): Promise<Sealer | undefined> {
  const isKept = keys.length === 0 && keyFolder !== undefined
  const all = isKept ? [await readOrCreateKey(path.join(keyFolder, KEY_FILE), newKey)] : keys
  const [first] = all
  const stored = await queries.listSealed(db)
  if (first === undefined) {
    if (stored.length > 0)
      throw new Misconfigured('Set SECRETS_KEY: addresses and secrets of channels were encrypted with one.')
    return undefined
  }
  const sealer = openSealer([first, ...all.slice(1)])
  const isOpened = (row: queries.SealedTexts) =>
    textsOf(row).every((text) => sealer.unseal(text) !== undefined)
  const lost = stored.filter((row) => !isOpened(row))
  if (lost.length > 0 && !isKept)
    throw new Misconfigured(
      'SECRETS_KEY is not the key that addresses and secrets of channels were encrypted with. Name that key after the new one: SECRETS_KEY=new,old.',
    )
  // After a restore without the file of the key: the rest of the product must start.
  if (lost.length > 0) await queries.pauseLost(db, idsOf(lost), now)
  const found = stored.filter(isOpened)
  await queries.resumeFound(db, idsOf(found))
  const isOld = (row: queries.SealedTexts) => textsOf(row).some((text) => unseal(text, first) === undefined)
  const again = (text: string | null) => text && sealer.seal(sealer.unseal(text) ?? '')
  for (const row of found.filter(isOld))
    await queries.reseal(db, row, {
      address: again(row.address),
      secret: again(row.secret),
      oldSecrets: row.oldSecrets.map(({ secret, until }) => ({ secret: again(secret) ?? '', until })),
    })
  return sealer
}

const textsOf = ({ address, secret, oldSecrets }: queries.SealedTexts): string[] =>
  [address, secret, ...oldSecrets.map((old) => old.secret)].filter((text) => text !== null)

const idsOf = (rows: readonly queries.SealedTexts[]): number[] => rows.map(({ channelId }) => channelId)

export const openSealer = (keys: readonly [string, ...string[]]): Sealer => ({
  seal: (text) => seal(text, keys[0]),
  unseal: (sealed) => keys.map((key) => unseal(sealed, key)).find((text) => text !== undefined),
})

/**
 * Another process may create the file at the same moment: the first one wins. The file is never seen half written.
 */
async function readOrCreateKey(file: string, newKey: () => string): Promise<string> {
  const whole = `${file}.${process.pid}`
  await writeFile(whole, newKey(), { mode: 0o600, flush: true })
  await link(whole, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(whole)
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < SHORTEST_KEY)
    throw new Misconfigured(
      `${file} holds no key. Restore it; or delete it, and channels are paused for good.`,
    )
  return key
}
