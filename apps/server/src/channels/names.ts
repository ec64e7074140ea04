import dns from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { limitConcurrency } from '../process/limit-concurrency.ts'

type Address = { address: string; family: number }

/** Time for one name. Name servers that stay silent cost no more, and hold up no other name. */
const WITHIN_MS = 5_000
const TRY_MS = 1_500
const TRIES = 2
const LONGEST_CACHED_MS = 60_000
const MOST_CACHED = 1_000

type Cached = { answer: Promise<Address[]>; until: number }
const cache = new Map<string, Cached>()

/** Failures of names have the codes of `dns.lookup`. */
const failure = (code: 'ENOTFOUND' | 'EAI_AGAIN') => Object.assign(new Error(code), { code })

/**
 * The addresses of a name: of the hosts file, else of the name servers, else of the system (search domains, mDNS).
 * Asking name servers takes no thread, unlike `dns.lookup`, of which few run at a time in a process.
 */
export function resolveName(host: string): Promise<Address[]> {
  const name = host.toLowerCase()
  const known = cache.get(name)
  if (known && known.until > performance.now()) return known.answer
  cache.delete(name)
  // Shared by all that ask meanwhile.
  const entry: Cached = { until: Number.POSITIVE_INFINITY, answer: Promise.resolve([]) }
  entry.answer = resolve(name).then(
    ({ addresses, keepMs }) => {
      entry.until = performance.now() + Math.min(LONGEST_CACHED_MS, keepMs)
      return addresses
    },
    (error: unknown) => {
      entry.until = 0
      throw error
    },
  )
  for (const oldest of cache.keys()) if (cache.size >= MOST_CACHED) cache.delete(oldest)
  cache.set(name, entry)
  return entry.answer
}

type Resolved = { addresses: Address[]; keepMs: number }

async function resolve(name: string): Promise<Resolved> {
  const hosts = await readHosts(name)
  if (hosts.length > 0) return { addresses: hosts, keepMs: 0 }
  return (await askNameServers(name)) ?? { addresses: await askSystem(name), keepMs: 0 }
}

async function readHosts(name: string): Promise<Address[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const isOfName = isIP(address) !== 0 && names.some((other) => other.toLowerCase() === name)
    return isOfName ? [{ address, family: isIP(address) }] : []
  })
}

/** Name servers that answer so have no answer now; others say that there is none, or that no server is set. */
const SILENT = new Set(['ETIMEOUT', 'ECANCELLED', 'ESERVFAIL', 'EREFUSED'])

/** Undefined if the name servers know no address of the name. */
async function askNameServers(name: string): Promise<Resolved | undefined> {
  const resolver = new dns.promises.Resolver({ timeout: TRY_MS, tries: TRIES })
  const deadline = setTimeout(() => resolver.cancel(), WITHIN_MS)
  const answers = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ])
  clearTimeout(deadline)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  if (found.length === 0 && codes.some((code) => SILENT.has(code))) throw failure('EAI_AGAIN')
  if (found.length === 0) return undefined
  const addresses = found.map(({ address }) => ({ address, family: isIP(address) }))
  return { addresses, keepMs: 1_000 * Math.min(...found.map(({ ttl }) => ttl)) }
}

/** One at a time: the rest of the process asks for names by the same few threads. */
const systemTurns = limitConcurrency(1)

async function askSystem(name: string): Promise<Address[]> {
  const deadline = AbortSignal.timeout(WITHIN_MS)
  const late = new Promise<never>((_, refuse) => {
    deadline.addEventListener('abort', () => refuse(failure('EAI_AGAIN')))
  })
  const answer = systemTurns(async () => (deadline.aborted ? [] : dns.promises.lookup(name, { all: true })))
  return Promise.race([answer, late])
}
