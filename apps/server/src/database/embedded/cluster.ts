import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { SUPERUSER } from './connection.ts'
import { isFilled, putInPlace, withMakingFolder } from './folders.ts'
import { type Account, run } from './run.ts'

type ClusterOptions = {
  cluster: string
  binaries: Binaries
  account: Account | undefined
  password: string
  log: (message: string) => void
}

/** Creates the cluster if missing; throws if it has another major version. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  if (!(await isFilled(options.cluster))) await makeCluster(options)
  await checkVersion(options.cluster, options.binaries)
}

async function makeCluster({ cluster, binaries, account, password, log }: ClusterOptions): Promise<void> {
  log(`Makes a new, empty database in ${cluster}`)
  await withMakingFolder(cluster, async (folder) => {
    const passwordFile = path.join(folder, 'password')
    const fresh = path.join(folder, 'cluster')
    await writeFile(passwordFile, password, { mode: 0o600 })
    await mkdir(fresh, { mode: 0o700 })
    if (account)
      await Promise.all([folder, passwordFile, fresh].map((file) => chown(file, account.uid, account.gid)))
    const { code, output } = await run({
      file: program(binaries, 'initdb'),
      args: initdbOptions(fresh, passwordFile),
      account,
    })
    if (code !== 0)
      throw new Error(`PostgreSQL could not make a database in ${cluster}: ${lastErrorIn(output)}.`)
    await putInPlace(fresh, cluster)
  })
}

function initdbOptions(cluster: string, passwordFile: string): string[] {
  // The builtin locale sorts by code point and knows Unicode letters, the same on every machine. pg_trgm
  // still uses the C library's lc_ctype: with `C` it would ignore letters outside ASCII. macOS has no
  // C.UTF-8.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
  ]
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  return [
    `--pgdata=${cluster}`,
    ...access,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ]
}

function lastErrorIn(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal|cannot|No such/i.test(line))
  return (lines.at(-1) ?? output)
    .replace(/^.*(error|FATAL): */i, '')
    .trim()
    .replace(/\.$/, '')
}

async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined)
    throw new Error(
      `${cluster} holds files but no PostgreSQL database: move it away to begin with an empty one.`,
    )
  const ours = binaries.version.split('.')[0]
  if (version.trim() === ours) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${version.trim()}, this Aviary brings ${ours}: serve it with PostgreSQL ${version.trim()} and set DATABASE_URL, or move the folder away and restore a backup.`,
  )
}
