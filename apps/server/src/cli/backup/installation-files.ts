import { createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { OPERATOR_NOTES } from '../../operator-notes.ts'
import { digestOf } from '../../process/whole-file.ts'
import type { StoredFile } from './format.ts'

type FileKey = Pick<StoredFile, 'place' | 'name'>
type Folders = Pick<Config, 'dataDir' | 'audit'>

export type FoundFile = { file: StoredFile; filePath: string }

/** Files that an installation needs besides the database. */
export async function findFiles(config: Folders, archives: readonly string[]): Promise<FoundFile[]> {
  // Besides audit archives, only these notes are copied from DATA_DIR: the rest is the database or temporary.
  const notes = OPERATOR_NOTES.map((name): FileKey => ({ place: 'data', name })).filter((note) =>
    existsSync(pathOf(config, note)),
  )
  const files: FoundFile[] = []
  for (const fileKey of [...notes, ...archives.map((name): FileKey => ({ place: 'archives', name }))]) {
    const filePath = pathOf(config, fileKey)
    if (!existsSync(filePath))
      throw new Error(
        `The audit archive ${filePath} is missing: set AUDIT_ARCHIVE_DIR to where it is, or say --no-archives and back their folder up yourself.`,
      )
    files.push({
      file: { ...fileKey, size: statSync(filePath).size, sha256: await digestOf(filePath) },
      filePath,
    })
  }
  return files
}

export type IncomingFiles = {
  /** Throws if this installation has a different file of that name. */
  refuseIfTaken: (file: StoredFile) => Promise<void>
  write: (file: StoredFile, content: AsyncIterable<Buffer>) => Promise<void>
  /** Renames all received files to their final names. */
  moveIntoPlace: () => Promise<void>
  /** Deletes the files received so far. */
  discard: () => Promise<void>
}

/** Receives files under temporary names until the whole restore has succeeded. */
export function openIncomingFiles(config: Folders): IncomingFiles {
  const written: string[] = []
  const draftOf = (filePath: string) => `${filePath}.restoring`
  return {
    refuseIfTaken: async (file) => {
      const filePath = pathOf(config, file)
      if (existsSync(filePath) && (await digestOf(filePath)) !== file.sha256)
        throw new Error(`${filePath} is there, and is not the file of the backup: move it away first.`)
    },
    write: async (file, content) => {
      const filePath = pathOf(config, file)
      if (existsSync(filePath)) return
      await mkdir(path.dirname(filePath), { recursive: true, mode: 0o700 })
      await rm(draftOf(filePath), { force: true })
      written.push(filePath)
      await pipeline(content, createWriteStream(draftOf(filePath), { mode: 0o600, flags: 'wx', flush: true }))
    },
    moveIntoPlace: async () => {
      for (const filePath of written) await rename(draftOf(filePath), filePath)
    },
    discard: async () => {
      for (const filePath of written) await rm(draftOf(filePath), { force: true })
    },
  }
}

const pathOf = ({ dataDir, audit }: Folders, { place, name }: FileKey): string =>
  path.join(place === 'data' ? dataDir : audit.archiveDir, name)
