import pg from 'pg'
import { readKeywords } from './address-keywords.ts'

export type Host = { host: string; port: string }

/**
 * `any`: the first host that answers; `primary`: a host that is no standby; `read-write`: a host that accepts writes.
 */
export type Target = 'any' | 'primary' | 'read-write'

export type DatabaseAddress = {
  hosts: readonly [Host, ...Host[]]
  target: Target
  /** Connection string for this host alone. */
  urlOf: (host: Host) => string
}

const EXAMPLE =
  'use an address such as postgresql://user:password@host:5432/aviary, or with several hosts postgresql://user:password@host1:5432,host2:5432/aviary'
const TARGETS: readonly string[] = ['any', 'primary', 'read-write'] satisfies Target[]

export class InvalidAddress extends Error {}

/**
 * Parses a database address as libpq does: a URL with one or more hosts, `?host=a,b&port=5432,5433`, or
 * keywords (`host=a,b dbname=aviary`). With several hosts and no `target_session_attrs`, the host that
 * accepts writes is used.
 */
export function readAddress(text: string): DatabaseAddress {
  const url = /^postgres(ql)?:\/\//.test(text) ? text : readKeywords(text)
  const [, scheme = '', user = '', hostList = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/.exec(url ?? '') ?? []
  if (!scheme) throw new InvalidAddress(EXAMPLE)
  const parsed = parse(`${scheme}${user}host${rest}`)
  const query = parsed.searchParams
  const [first, ...others] = hostsOf(hostList, query)
  if (!first) throw new InvalidAddress(EXAMPLE)
  const target = query.get('target_session_attrs') ?? (others.length > 0 ? 'read-write' : 'any')
  if (!TARGETS.includes(target))
    throw new InvalidAddress(`target_session_attrs: use one of ${TARGETS.join(', ')}: Aviary writes`)
  query.delete('target_session_attrs')
  const isAlone = others.length === 0 && !text.includes('target_session_attrs')
  return {
    hosts: [first, ...others],
    target: target as Target, // one of TARGETS
    // The URL of a single host stays unchanged, so that socket paths and driver parameters keep working.
    urlOf: (host) => (isAlone ? (url ?? '') : withHost(parsed, host)),
  }
}

/** Throws InvalidAddress if the driver cannot use the address: impossible port, unreadable certificate. */
export function checkAddress(text: string): void {
  const { hosts, urlOf } = readAddress(text)
  if (hosts.some(({ port }) => !(Number(port) >= 1 && Number(port) <= 65_535)))
    throw new InvalidAddress('port: use a number from 1 to 65535')
  try {
    for (const host of hosts) new pg.Client(urlOf(host))
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new InvalidAddress(
      path ? `${path} cannot be read (${code}): mend sslrootcert, sslcert and sslkey` : EXAMPLE,
    )
  }
}

function parse(url: string): URL {
  try {
    return new URL(url)
  } catch {
    // The driver's own message is dropped, because it would repeat the password.
    throw new InvalidAddress(EXAMPLE)
  }
}

function decode(host: string): string {
  try {
    return decodeURIComponent(host)
  } catch {
    throw new InvalidAddress(EXAMPLE)
  }
}

const split = (list: string | null): string[] => (list ? list.split(',') : [])

function hostsOf(hostList: string, query: URLSearchParams): Host[] {
  const queryHosts = split(query.get('host'))
  const ports = split(query.get('port'))
  const parts =
    queryHosts.length > 0
      ? queryHosts.map((host) => ({ host, port: '' }))
      : hostList.split(',').map((host) => {
          const match = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host)
          if (!match) throw new InvalidAddress(EXAMPLE)
          return {
            host: decode(match[1] ?? '').replace(/^\[(.*)\]$/, '$1'),
            port: match[2] ?? '',
          }
        })
  if (parts.length > 1 && parts.some(({ host }) => host === '')) throw new InvalidAddress(EXAMPLE)
  if (ports.length > 1 && ports.length !== parts.length)
    throw new InvalidAddress('port: use one port, or one for each host')
  return parts.map(({ host, port }, at) => ({ host, port: port || (ports[at] ?? ports[0] ?? '5432') }))
}

function withHost(parsed: URL, { host, port }: Host): string {
  const url = new URL(parsed)
  url.searchParams.set('host', host)
  url.searchParams.set('port', port)
  return url.href
}
