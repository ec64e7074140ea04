import type { ServerResponse } from 'node:http'

export type SecurityHeaders = Readonly<Record<string, string>>

const YEAR_SECONDS = 31_536_000

/**
 * Headers of every answer; pages replace the content security policy. `isSecure`: Aviary is reached over
 * https, so browsers must not try plain http again.
 */
export const securityHeaders = (isSecure: boolean): SecurityHeaders => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
})

/** Browser features that no page of Aviary uses. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'usb'],
]

export const PAGE_HEADERS: SecurityHeaders = {
  'x-frame-options': 'DENY',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
}

/** Sets headers on the plain response of Node, so that answers written without the framework have them too. */
export function setHeaders(response: ServerResponse, headers: SecurityHeaders): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
