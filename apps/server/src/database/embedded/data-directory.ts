import { chown } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { dataDirectories, SYSTEM_HOME } from './data-directories.ts'
import { isFilled, makeOpenFolder, withMakingFolder } from './folders.ts'
import type { Identity } from './identity.ts'
import { type Account, run } from './run.ts'
import { shareBinaries } from './shared-binaries.ts'

export type DataDirectory = { binaries: Binaries; cluster: string }

type Situation = { dataDir: string; identity: Identity; account: Account | undefined; packaged: Binaries }

/** Chooses locations of binaries and cluster that the account can reach. An existing cluster stays where it is. */
export async function chooseDataDirectory({
  dataDir,
  identity,
  account,
  packaged,
}: Situation): Promise<DataDirectory> {
  const [usual, remote] = dataDirectories(dataDir, identity)
  if (!account) return { binaries: packaged, cluster: (await isFilled(remote)) ? remote : usual }
  const binaries = (await canRun(packaged, account)) ? packaged : await shareBinaries(packaged, SYSTEM_HOME)
  return { binaries, cluster: await reachableCluster(usual, remote, account) }
}

async function reachableCluster(usual: string, remote: string, account: Account): Promise<string> {
  if (await isFilled(usual)) {
    if (await mayUse(account, { writes: [usual] })) return usual
    throw new Error(
      `PostgreSQL runs as ${account.name}, who cannot use ${usual}: give it that folder (chown -R) and let others enter each folder above (chmod o+x).`,
    )
  }
  if ((await isFilled(remote)) || !(await canHold(path.dirname(usual), account))) {
    await makeOpenFolder(SYSTEM_HOME)
    return remote
  }
  return usual
}

/** Tests access by starting a process of the account, because permissions, access lists and mounts all matter. */
async function mayUse(
  account: Account,
  { reads = [], writes = [] }: { reads?: string[]; writes?: string[] },
): Promise<boolean> {
  const checks = [...reads.map((file) => ['-r', file]), ...writes.map((file) => ['-w', file])]
  const script = 'while [ $# -gt 0 ]; do test "$1" "$2" || exit 1; shift 2; done'
  const { code } = await run({ file: '/bin/sh', args: ['-c', script, 'sh', ...checks.flat()], account })
  return code === 0
}

async function canRun(binaries: Binaries, account: Account): Promise<boolean> {
  const samples = ['share/postgresql/postgres.bki', 'share/postgresql/extension/pg_trgm.control'].map(
    (file) => path.join(binaries.root, file),
  )
  if (!(await mayUse(account, { reads: samples }))) return false
  return run({ file: program(binaries, 'postgres'), args: ['--version'], account }).then(
    ({ code }) => code === 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') return false
      throw error
    },
  )
}

async function canHold(folder: string, account: Account): Promise<boolean> {
  return withMakingFolder(path.join(folder, 'postgres'), async (probe) => {
    await chown(probe, account.uid, account.gid)
    return mayUse(account, { writes: [probe] })
  })
}
