import { CannotStart } from '../../process/cannot-start.ts'

const REMEDIES: Record<string, (folder: string) => string> = {
  ENOSPC: (folder) => `The disk that holds ${folder} is full: free some space and start again.`,
  EDQUOT: (folder) => `The disk quota for ${folder} is used up: free some space and start again.`,
  EACCES: (folder) =>
    `Aviary may not use ${folder}: give its user the right to read and write there, or set DATA_DIR to another folder.`,
  EROFS: (folder) =>
    `The disk that holds ${folder} cannot be written: set DATA_DIR to a folder on another one.`,
  ENOTDIR: (folder) => `${folder} leads through a file that is not a folder: set DATA_DIR to a folder.`,
  EEXIST: (folder) => `${folder} is a file, not a folder: set DATA_DIR to a folder.`,
}

/**
 * Turns a fault of the machine into an error that says in one sentence what to mend. Returns any other error
 * unchanged.
 */
export function explain(error: unknown, dataDir: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (error.constructor === Error && !('code' in error))
    return new CannotStart(error.message, { cause: error })
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === 'EPERM' || (code === 'EINVAL' && syscall?.startsWith('spawn'))) {
    const message = `Root has too few rights here to run PostgreSQL as another user (${syscall}): start Aviary as an ordinary user, or set DATABASE_URL.`
    return new CannotStart(message, { cause: error })
  }
  const remedy = REMEDIES[code ?? '']
  return remedy ? new CannotStart(remedy(path ?? dataDir), { cause: error }) : error
}
