import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { freePort } from '../../apps/server/testing/free-port.ts'

const MEMBERS = ['db1', 'db2', 'db3']
const CHECKS_EVERY_MS = 50
const READY_WITHIN_MS = 120_000
const EXAMPLE = path.join(import.meta.dirname, '../../deploy/patroni/patroni.yml')

type Member = { name: string; folder: string; port: number; api: number; patroni: ChildProcess | undefined }

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * Three members with the settings of `deploy/patroni/patroni.yml`, and etcd, all on loopback. Needs Debian's packages
 * `patroni`, `etcd-server` and `postgresql`.
 */
export async function openCluster() {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-patroni-'))
  const account = accountOf('postgres')
  chownSync(folder, account.uid, account.gid)
  const etcd = await startEtcd(folder)
  const members: Member[] = []
  for (const name of MEMBERS) {
    const member = { name, folder: path.join(folder, name), port: await freePort(), api: await freePort() }
    mkdirSync(member.folder)
    writeFileSync(path.join(member.folder, 'patroni.yml'), configOf(member, etcd.port))
    chownSync(member.folder, account.uid, account.gid)
    members.push({ ...member, patroni: undefined })
  }
  const start = (member: Member) => {
    const log = path.join(member.folder, 'patroni.log')
    member.patroni = spawn('sh', ['-c', `exec patroni patroni.yml >>${log} 2>&1`], {
      ...account,
      cwd: member.folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    })
  }
  // The first one becomes the leader, and the others copy it.
  for (const member of members) {
    start(member)
    await until('the cluster has a leader', async () => (await leaderOf(members)) !== undefined)
  }
  const untilWhole = () => until('two standbys follow, one of them synchronously', () => isWhole(members))
  await untilWhole()
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    url: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    /** Address of the member that leads. */
    leaderUrl: async () => {
      const leader = await leaderOf(members)
      if (!leader) throw new Error('The cluster has no leader')
      return `postgresql://postgres@127.0.0.1:${leader.port}/postgres`
    },
    /** Kills the leader with all its processes, as a machine dies. Resolves once another member leads. */
    killLeader: async () => {
      const leader = await leaderOf(members)
      if (!leader) throw new Error('The cluster has no leader')
      const killedAt = performance.now()
      kill(leader)
      const others = members.filter((member) => member !== leader)
      await until('another member leads', async () => (await leaderOf(others)) !== undefined)
      return { leadsAt: performance.now(), electionMs: performance.now() - killedAt, killed: leader.name }
    },
    /** Starts the killed member again. Resolves once two standbys follow, one of them synchronously. */
    heal: async () => {
      for (const member of members) if (member.patroni?.signalCode) start(member)
      await untilWhole()
    },
    stop: async () => {
      for (const member of members) kill(member)
      etcd.process.kill('SIGKILL')
      await pause(500)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function startEtcd(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const [port, peers] = [await freePort(), await freePort()]
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  const addresses = [
    ['--listen-client-urls', clientUrl],
    ['--advertise-client-urls', clientUrl],
    ['--listen-peer-urls', peerUrl],
    ['--initial-advertise-peer-urls', peerUrl],
    ['--initial-cluster', `default=${peerUrl}`],
  ]
  const etcd = spawn('etcd', ['--data-dir', path.join(folder, 'etcd'), ...addresses.flat()], {
    stdio: 'ignore',
  })
  const isHealthy = async () => (await fetch(`${clientUrl}/health`)).ok
  await until('etcd answers', () => isHealthy().catch(() => false))
  return { process: etcd, port }
}

/** The example, on loopback and without passwords. */
function configOf({ name, folder, port, api }: Omit<Member, 'patroni'>, etcdPort: number): string {
  const example = parse(readFileSync(EXAMPLE, 'utf8'))
  const [database, restapi] = [`127.0.0.1:${port}`, `127.0.0.1:${api}`]
  return stringify({
    ...example,
    name,
    restapi: { listen: restapi, connect_address: restapi },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    postgresql: {
      ...example.postgresql,
      listen: database,
      connect_address: database,
      data_dir: path.join(folder, 'data'),
      parameters: { unix_socket_directories: folder },
      pgpass: path.join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  })
}

type State = { role: string; state: string }

async function stateOf({ api }: Member): Promise<State | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${api}/patroni`, { signal: AbortSignal.timeout(2_000) })
    return (await response.json()) as State
  } catch {
    return undefined // it is down
  }
}

/** The member that holds the leader's key and accepts writes; its REST API answers 200 to /leader only then. */
async function leaderOf(members: readonly Member[]): Promise<Member | undefined> {
  for (const member of members) {
    const answer = await fetch(`http://127.0.0.1:${member.api}/leader`, {
      signal: AbortSignal.timeout(2_000),
    })
      .then(({ ok }) => ok)
      .catch(() => false)
    if (answer && (await stateOf(member))?.state === 'running') return member
  }
  return undefined
}

async function isWhole(members: readonly Member[]): Promise<boolean> {
  const leader = await leaderOf(members)
  if (!leader) return false
  type Listed = { members: { role: string; state: string }[] }
  const response = await fetch(`http://127.0.0.1:${leader.api}/cluster`)
  const listed = ((await response.json()) as Listed).members
  const running = listed.filter(({ state }) => state === 'running' || state === 'streaming')
  return running.length === members.length && listed.some(({ role }) => role === 'sync_standby')
}

function kill({ folder, patroni }: Member): void {
  const postmaster = postmasterOf(folder)
  patroni?.kill('SIGKILL')
  // Without its postmaster, a backend would end only at its next wait.
  for (const pid of postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }
}

/** Undefined if it does not run; its file may be left from a process that was killed. */
function postmasterOf(folder: string): number | undefined {
  try {
    const data = path.join(folder, 'data')
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid)

function parentOf(pid: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined // it has ended
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${READY_WITHIN_MS} ms: ${what}`)
    await pause(CHECKS_EVERY_MS)
  }
}
