import type { IncomingMessage, Server } from 'node:http'
import { ENDPOINTS } from '@aviary/contract/areas'
import type { Endpoint } from '@aviary/contract/endpoint'
import { endLateBodies } from './late-bodies.ts'
import { addressOnServer } from './mount.ts'

const REQUEST_HAS_MS = 60_000
/** Bytes per second that a body must reach after the first minute; at this rate 8 MB take 17 minutes. */
const SLOWEST_BODY = 8 * 1024
/** Time limit of an upload: enough for 256 MB over a line of one megabit per second. */
const UPLOAD_HAS_MS = 40 * 60_000

const UPLOAD_ADDRESSES: ReadonlySet<string | undefined> = new Set(
  ENDPOINTS.filter((endpoint: Endpoint) => endpoint.uploads).map(addressOnServer),
)
const isUpload = ({ url }: IncomingMessage): boolean =>
  UPLOAD_ADDRESSES.has(url?.split('?')[0]?.replace(/\/$/, ''))

/**
 * A request may take a minute to arrive; uploads and bodies above the minimum rate get longer. Idle
 * connections are kept longer than proxies keep theirs.
 */
export function withRequestLimits(server: Server): Server {
  server.headersTimeout = REQUEST_HAS_MS
  server.requestTimeout = UPLOAD_HAS_MS
  endLateBodies(server, { withinMs: REQUEST_HAS_MS, slowest: SLOWEST_BODY, isExempt: isUpload })
  server.keepAliveTimeout = 72_000
  return server
}
