import { createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { OPERATOR_NOTES } from '../../operator-notes.ts'
import { digestOf } from '../../process/whole-file.ts'
import type { StoredFile } from './format.ts'

type Place = Pick<StoredFile, 'place' | 'name'>
type Folders = Pick<Config, 'dataDir' | 'audit'>

export type FoundFile = { file: StoredFile; at: string }

/** The files without which the database is not the whole installation. */
export async function findFiles(config: Folders, archives: readonly string[]): Promise<FoundFile[]> {
  // The rest of DATA_DIR is the database, or belongs to it.
  const notes = OPERATOR_NOTES.map((name): Place => ({ place: 'data', name })).filter((note) =>
    existsSync(pathOf(config, note)),
  )
  const found: FoundFile[] = []
  for (const place of [...notes, ...archives.map((name): Place => ({ place: 'archives', name }))]) {
    const at = pathOf(config, place)
    if (!existsSync(at))
      throw new Error(
        `The audit archive ${at} is missing: set AUDIT_ARCHIVE_DIR to where it is, or say --no-archives and back their folder up yourself.`,
      )
    found.push({ file: { ...place, size: statSync(at).size, sha256: await digestOf(at) }, at })
  }
  return found
}

export type IncomingFiles = {
  /** Refuses a file whose name another one has here. */
  refuseIfTaken: (file: StoredFile) => Promise<void>
  write: (file: StoredFile, content: AsyncIterable<Buffer>) => Promise<void>
  /** Gives all of them their names. */
  place: () => Promise<void>
  /** Takes away what is here of them. */
  discard: () => Promise<void>
}

/** Takes files to where they belong, under other names until all is well. */
export function openIncomingFiles(config: Folders): IncomingFiles {
  const written: string[] = []
  const draftOf = (at: string) => `${at}.restoring`
  return {
    refuseIfTaken: async (file) => {
      const at = pathOf(config, file)
      if (existsSync(at) && (await digestOf(at)) !== file.sha256)
        throw new Error(`${at} is there, and is not the file of the backup: move it away first.`)
    },
    write: async (file, content) => {
      const at = pathOf(config, file)
      if (existsSync(at)) return
      await mkdir(path.dirname(at), { recursive: true, mode: 0o700 })
      await rm(draftOf(at), { force: true })
      written.push(at)
      await pipeline(content, createWriteStream(draftOf(at), { mode: 0o600, flags: 'wx', flush: true }))
    },
    place: async () => {
      for (const at of written) await rename(draftOf(at), at)
    },
    discard: async () => {
      for (const at of written) await rm(draftOf(at), { force: true })
    },
  }
}

const pathOf = ({ dataDir, audit }: Folders, { place, name }: Place): string =>
  path.join(place === 'data' ? dataDir : audit.archiveDir, name)
