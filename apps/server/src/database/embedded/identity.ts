import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../process/parse-json.ts'
import { isFilled, readIfPresent } from './folders.ts'

/**
 * Written once into a data folder and never changed. `password`: of the folder's database. `id`: in the path
 * of a cluster that lies outside the folder.
 */
export type Identity = z.infer<typeof identitySchema>

const identitySchema = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), password: z.string().min(1) })

export async function readIdentity(dataDir: string): Promise<Identity> {
  const file = path.join(dataDir, 'embedded.json')
  return (await readFrom(file)) ?? (await makeIdentity(dataDir, file))
}

async function readFrom(file: string): Promise<Identity | undefined> {
  const text = await readIfPresent(file)
  if (text === undefined) return undefined
  const parsed = identitySchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Error(`${file}, which holds the password of the database, is damaged: restore it from a backup.`)
}

async function makeIdentity(dataDir: string, file: string): Promise<Identity> {
  if (await isFilled(path.join(dataDir, 'postgres'))) {
    throw new Error(
      `${file}, which holds the password of the database in ${dataDir}/postgres, is missing: restore it, or move that folder away to begin empty.`,
    )
  }
  const identity = { id: randomBytes(8).toString('hex'), password: randomBytes(24).toString('base64url') }
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await writeDurably(draft, `${JSON.stringify(identity)}\n`)
    // Unlike rename, link fails if the name exists: of two processes one wins, and both read the same file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFrom(file)) ?? identity
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
