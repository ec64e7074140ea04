import dns from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ANSWER_CHARACTERS } from '@aviary/contract/channels/rules'
import ipaddr from 'ipaddr.js'

/** Which receivers this server posts to besides public addresses, and on which ports. */
export type ReceiverRules = {
  /** Inner networks, such as `10.1.0.0/16`. Plain http is allowed there only. */
  networks: BlockList
  ports: ReadonlySet<number>
}

export type Answer = {
  /** HTTP status; null without an answer. */
  status: number | null
  /** The beginning of the answer, or why there is none. */
  answer: string
  /** Seconds that the receiver asks to wait. */
  retryAfter: number | undefined
  ms: number
}

const WITHIN_MS = 15_000
const LARGEST_ANSWER = 64 * 1024

/** Azure's wire server: an ordinary public address by its range. */
const NEVER = new Set(['168.63.129.16'])
/** All public IPv6 addresses. Others, such as `::7f00:1` (127.0.0.1 in an old form), are not in any special range. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** The address was refused. The message never tells which address a name has. */
export class AddressRefused extends Error {}

const REFUSED =
  'The address is not allowed: it belongs to this machine, an inner network or a reserved range. An operator can allow it by CHANNEL_ALLOWED_NETWORKS.'

/** Parses networks such as `10.1.0.0/16` or `fd00::/8`; undefined if one is malformed. */
export function parseNetworks(names: readonly string[]): BlockList | undefined {
  const networks = new BlockList()
  try {
    for (const name of names) {
      const [address, bits] = ipaddr.parseCIDR(name)
      networks.addSubnet(address.toString(), bits, address.kind())
    }
    return networks
  } catch {
    return undefined
  }
}

const isInner = (address: string, { networks }: ReceiverRules): boolean => {
  const plain = ipaddr.process(address)
  return networks.check(plain.toString(), plain.kind())
}

/** Public addresses, and those of the allowed networks; with plain http only the latter. */
function isAllowed(address: string, rules: ReceiverRules, isSecure: boolean): boolean {
  if (isInner(address, rules)) return true
  const plain = ipaddr.process(address)
  const isPublic = plain instanceof ipaddr.IPv4 || plain.match(PUBLIC_IPV6)
  return isSecure && isPublic && plain.range() === 'unicast' && !NEVER.has(plain.toString())
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Parses an address and checks what can be checked without asking for its name. */
export function readReceiver(text: string, rules: ReceiverRules): URL {
  if (!URL.canParse(text)) throw new AddressRefused('Use an address such as https://hooks.example.com/status')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('Use an https address')
  if (url.username || url.password)
    throw new AddressRefused('Leave user name and password out of the address: requests are signed')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  if (!rules.ports.has(port) && (isSecure || port !== 80))
    throw new AddressRefused(`Port ${port} is not allowed. An operator can allow it by CHANNEL_PORTS.`)
  const host = hostOf(url)
  if (isIP(host) && !isAllowed(host, rules, isSecure)) throw new AddressRefused(REFUSED)
  return url
}

/** Resolves a name and hands on its addresses only if all of them are allowed. */
const guardedLookup =
  (rules: ReceiverRules, isSecure: boolean): LookupFunction =>
  (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      if (found.length === 0 || found.some(({ address }) => !isAllowed(address, rules, isSecure)))
        return callback(new AddressRefused(REFUSED), '', 0)
      const [first] = found
      if (options.all) return callback(null, found)
      callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }

/** Resolves the name of an address as a request would. Throws AddressRefused. */
export async function checkReceiver(url: URL, rules: ReceiverRules): Promise<void> {
  if (isIP(hostOf(url))) return
  await new Promise<void>((done, refuse) => {
    guardedLookup(rules, url.protocol === 'https:')(hostOf(url), { all: true }, (error) => {
      if (error instanceof AddressRefused) refuse(error)
      else if (error) refuse(new AddressRefused(`The name ${url.hostname} has no address`))
      else done()
    })
  })
}

type Post = { headers: Record<string, string>; body: string; rules: ReceiverRules }

/**
 * Posts a body once: no redirect is followed, and every address is checked before it is connected to, so that a
 * name cannot lead inside. Never throws for a fault of the receiver.
 */
export async function post(address: string, { headers, body, rules }: Post): Promise<Answer> {
  const startedAt = performance.now()
  const finish = (answer: Omit<Answer, 'ms'>): Answer => ({
    ...answer,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    const url = readReceiver(address, rules)
    return finish(await exchange(url, { headers, body, rules }))
  } catch (error) {
    return finish({ status: null, answer: explain(error), retryAfter: undefined })
  }
}

function exchange(url: URL, { headers, body, rules }: Post): Promise<Omit<Answer, 'ms'>> {
  const isSecure = url.protocol === 'https:'
  return new Promise((done, fail) => {
    const sending = (isSecure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: guardedLookup(rules, isSecure),
      agent: false,
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    sending.on('error', fail)
    sending.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const finish = () => {
        const after = Number(response.headers['retry-after'])
        done({
          status: response.statusCode ?? null,
          answer: readable(Buffer.concat(chunks).toString('utf8')),
          retryAfter: Number.isFinite(after) && after > 0 ? after : undefined,
        })
        response.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > LARGEST_ANSWER) finish()
      })
      response.on('end', finish)
      response.on('error', fail)
    })
    sending.end(body)
  })
}

/** The beginning of an answer as text that PostgreSQL can store. */
const readable = (text: string): string =>
  text.replaceAll('\0', ' ').slice(0, ANSWER_CHARACTERS).toWellFormed()

function explain(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${WITHIN_MS / 1000} seconds`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name has no address'
  return readable(code ? `${code}: ${message}` : message)
}
