import { ENDPOINTS } from '@aviary/contract/areas'
import type { Endpoint } from '@aviary/contract/endpoint'
import { addressOnServer } from '../src/http/mount.ts'
import type { Person, TestApp } from './app.ts'

/**
 * Answers that the person gets from every GET of the API that changes nothing, except the event stream and
 * the sign-in. Each parameter in the path is 1.
 */
export async function readEverything(
  { app }: Pick<TestApp, 'app'>,
  { cookies }: Person,
): Promise<Record<string, { status: number; text: string }>> {
  const reads = ENDPOINTS.filter(
    ({ audits, isOutsideApi, path, method }: Endpoint) =>
      !audits && !isOutsideApi && method === 'GET' && !path.includes('/events') && !path.includes('sign_in'),
  )
  const result = reads.map(async (endpoint) => {
    const url = addressOnServer(endpoint).replaceAll(/:\w+/g, '1')
    const { statusCode, body } = await app.inject({ url, headers: { cookie: cookies } })
    return [url, { status: statusCode, text: body.replace(/"request_id":"[^"]*"/, '') }] as const
  })
  return Object.fromEntries(await Promise.all(result))
}
