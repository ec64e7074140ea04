import type { Config } from './config.ts'
import type { StatusSite } from './mail/public.ts'

/** Address at which people reach a server with this configuration, without a trailing slash. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? localUrlOf({ host, port })

/** Address at which a server with this configuration is reached from its own machine. */
export const localUrlOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${toHostName(host)}:${port}`

/** Host part of the URL at which people reach a server that listens on `host`. */
function toHostName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** What people outside can open: the status page where it is on, else the one that STATUS_SITE names. */
export function statusSiteOf(
  { statusPage, mail }: Pick<Config, 'statusPage' | 'mail'>,
  publicUrl: string,
): StatusSite | undefined {
  if (statusPage.path !== undefined) return { address: `${publicUrl}${statusPage.path}/`, hasPages: true }
  if (mail.statusSite === undefined) return undefined
  // Folders are served by others, at the address that STATUS_SITE names.
  const hasPages = statusPage.targets.length > 0
  return { address: hasPages ? `${mail.statusSite.replace(/\/$/, '')}/` : mail.statusSite, hasPages }
}
