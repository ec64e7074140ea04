import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ANSWER_CHARACTERS } from '@aviary/contract/channels/rules'
import ipaddr from 'ipaddr.js'
import { inRequest } from '../process/tracing.ts'
import { resolveName } from './names.ts'

/** Which receivers this server posts to besides public addresses, and on which ports. */
export type ReceiverRules = {
  /** Inner networks, such as `10.1.0.0/16`. Plain http is allowed there only. */
  networks: BlockList
  ports: ReadonlySet<number>
}

export type Answer = {
  /** HTTP status; null without an answer. */
  status: number | null
  /** The beginning of the answer without parts of the address, or why there is none. */
  answer: string
  /** The whole answer as it came: for reading, never for showing. */
  body: string
  /** The header `Retry-After`: seconds or a date. */
  retryAfter: string | undefined
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
    resolveName(hostname).then(
      (found) => {
        const [first] = found
        if (!first || found.some(({ address }) => !isAllowed(address, rules, isSecure)))
          return callback(new AddressRefused(REFUSED), '', 0)
        if (options.all) return callback(null, found)
        callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
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

type Post = {
  headers: Record<string, string>
  body: string
  rules: ReceiverRules
  /** What an answer may repeat but nobody may see, besides the address. */
  secret?: string
  /** Milliseconds for the whole exchange. */
  withinMs?: number
}

/** An answer that there was no need to ask for. */
export const noAnswer = (why: string): Answer => ({
  ...{ status: null, answer: why, body: '', retryAfter: undefined, ms: 0 },
})

/**
 * Posts a body once: no redirect is followed, and every address is checked before it is connected to, so that a
 * name cannot lead inside. Never throws for a fault of the receiver.
 */
export async function post(address: string, { secret, ...request }: Post): Promise<Answer> {
  const startedAt = performance.now()
  const finish = ({ answer, ...rest }: Omit<Answer, 'ms' | 'body'>): Answer => ({
    ...rest,
    answer: cut(conceal(answer, secret === undefined ? [address] : [address, secret])),
    body: answer,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    const url = readReceiver(address, request.rules)
    const answer = await inRequest({ service: 'channel', method: 'POST' }, (headers) =>
      exchange(url, { ...request, headers: { ...request.headers, ...headers } }),
    )
    return finish(answer)
  } catch (error) {
    return finish({ status: null, answer: explain(error), retryAfter: undefined })
  }
}

class NoAnswer extends Error {}

function exchange(
  url: URL,
  { headers, body, rules, withinMs = WITHIN_MS }: Post,
): Promise<Omit<Answer, 'ms' | 'body'>> {
  const isSecure = url.protocol === 'https:'
  return new Promise((done, fail) => {
    const sending = (isSecure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: guardedLookup(rules, isSecure),
      agent: false,
      signal: AbortSignal.timeout(withinMs),
    })
    sending.on('error', fail)
    // After an answer such as 101 nothing else is emitted.
    sending.on('close', () => fail(new NoAnswer()))
    sending.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      // The status decides, so an answer whose body breaks off or never ends counts too.
      const finish = () => {
        done({
          status: response.statusCode ?? null,
          answer: Buffer.concat(chunks).toString('utf8'),
          retryAfter: response.headers['retry-after'],
        })
        response.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > LARGEST_ANSWER) finish()
      })
      response.on('end', finish)
      response.on('error', finish)
    })
    sending.end(body)
  })
}

/** Shorter parts of an address are common words, such as `hook`. */
const SECRET_LENGTH = 8

/**
 * Replaces what an answer repeats of addresses and tokens, which may be secret: a page for a missing address often
 * names its path.
 */
function conceal(text: string, texts: readonly string[]): string {
  const secrets = texts
    .flatMap(partsOf)
    .flatMap((part) => [part, decode(part)])
    .filter((part) => part.length >= SECRET_LENGTH)
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((concealed, secret) => concealed.replaceAll(secret, '…'), text.replaceAll('&amp;', '&'))
}

function partsOf(text: string): string[] {
  if (!URL.canParse(text)) return [text]
  const { href, pathname, search, searchParams } = new URL(text)
  return [href, pathname + search, ...pathname.split('/'), ...searchParams.values()]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The beginning of an answer as text that PostgreSQL can store. */
const cut = (text: string): string => text.replaceAll('\0', ' ').slice(0, ANSWER_CHARACTERS).toWellFormed()

const FAULTS: Record<string, string> = {
  ENOTFOUND: 'The name has no address',
  EAI_AGAIN: 'The name servers do not answer',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  ETIMEDOUT: `No answer within ${WITHIN_MS / 1000} seconds`,
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by nobody known',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by nobody known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by nobody known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by nobody known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
}

/** Why there is no answer. Never names an address that was found for a name. */
function explain(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (error instanceof NoAnswer) return 'The receiver closed the connection without an answer'
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${WITHIN_MS / 1000} seconds`
  if (code.startsWith('HPE_')) return 'The answer is not HTTP'
  return FAULTS[code] ?? `The request failed${code && ` (${code})`}`
}
