import type { Config } from './config.ts'

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
