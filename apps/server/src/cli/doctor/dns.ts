import { promises } from 'node:dns'

/** Record of a name; an empty list if there is none. Throws NoAnswer if DNS does not say. */
export type Dns = {
  /** Texts of TXT records, each as a whole. */
  texts: (name: string) => Promise<string[]>
  /** Mail servers of a domain; an empty name means that the domain takes no mail (RFC 7505). */
  mailServers: (domain: string) => Promise<string[]>
  /** Whether the name has an IPv4 or IPv6 address. */
  hasAddress: (name: string) => Promise<boolean>
}

export class NoAnswer extends Error {}

const NONE = new Set(['ENODATA', 'ENOTFOUND'])

/** Asks the DNS server at `server` (`address:port`), or those of this machine. */
export function openDns(server: string | undefined): Dns {
  const resolver = new promises.Resolver({ timeout: 3_000, tries: 2 })
  if (server !== undefined) useServer(resolver, server)
  const ask = async <T>(name: string, query: () => Promise<T[]>): Promise<T[]> => {
    try {
      return await query()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (NONE.has(code)) return []
      throw new NoAnswer(`DNS does not say what ${name} is (${code}): ask another server with --dns`)
    }
  }
  return {
    texts: async (name) =>
      (await ask(name, () => resolver.resolveTxt(name))).map((chunks) => chunks.join('').trim()),
    mailServers: async (domain) =>
      (await ask(domain, () => resolver.resolveMx(domain))).map(({ exchange }) => exchange),
    hasAddress: async (name) =>
      (await ask(name, () => resolver.resolve4(name))).length > 0 ||
      (await ask(name, () => resolver.resolve6(name))).length > 0,
  }
}

function useServer(resolver: promises.Resolver, server: string): void {
  try {
    resolver.setServers([server])
  } catch {
    throw new Error(`--dns takes the IP address of a DNS server, and a port if it is not 53: 192.0.2.1:5353`)
  }
}
