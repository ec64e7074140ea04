import { ACTION_NAMES } from '@aviary/contract/actions'
import { ENDPOINTS } from '@aviary/contract/areas'
import { type Endpoint, isPersons } from '@aviary/contract/endpoint'
import { getCalendar } from '@aviary/contract/maintenance/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import {
  checkAnswers,
  checkAsksForRight,
  checkGuardsWrite,
  checkRefusesBadInput,
  checkRefusesStrangers,
  type Site,
} from '../../testing/contract-checks.ts'
import { openListeningApp } from '../../testing/listening.ts'
import { requiredOf } from '../../testing/sample.ts'
import { addressOnServer, isProbe } from './mount.ts'

let site: Site
beforeAll(async () => {
  const server = await openListeningApp({ environment: { JIRA_WEBHOOK_SECRET: 'a secret of the tests' } })
  site = { server, url: server.url }
})
afterAll(async () => {
  expect(site.server.errors).toEqual([])
  await site.server.close()
})

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${addressOnServer(endpoint)}`

describe.each(ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test('admits only callers that its access names', async () => {
    await checkRefusesStrangers(site, endpoint)
    await checkAsksForRight(site, endpoint)
  })

  test('refuses a forged write and invalid input', async () => {
    await checkGuardsWrite(site, endpoint)
    await checkRefusesBadInput(site, endpoint)
  })

  test('answers as declared, and writes an audit row for a write', () => checkAnswers(site, endpoint))

  test('is served with and without a trailing slash', async () => {
    const path = addressOnServer(endpoint).replaceAll(/:\w+/g, 'x')
    const callWithHeaders = async (url: string) => {
      const response = await fetch(site.url + url, { method: endpoint.method, redirect: 'manual' })
      return { status: response.status, isNowhere: (await response.text()).includes('There is nothing at') }
    }
    const answer = await callWithHeaders(path)
    expect(await callWithHeaders(`${path}/`)).toEqual(answer)
    // `There is nothing at` is the router's 404; the calendar endpoint's own 404 has another text.
    expect(answer.isNowhere).toBe(false)
  })

  test('has a complete declaration', () => {
    const { access, audits, method } = endpoint
    expect(['anyone', 'session', 'action', 'administrator', 'token', 'signature']).toContain(access.by)
    if (access.by === 'action') expect(ACTION_NAMES).toEqual(expect.arrayContaining([...access.anyOf]))
    expect(endpoint.path).toMatch(/^(\/[a-z0-9_:.]+)+\/?$/)
    if (audits && isPersons(endpoint) && endpoint.takesBody)
      expect(requiredOf(endpoint.body)).toContain('audit_log_data')
    if (method === 'PUT' || method === 'DELETE') expect(audits, 'a PUT or DELETE is a write').toBeTruthy()
    if (audits && access.by === 'anyone') throw new Error('A write needs somebody who is written down')
  })
})

test('no two endpoints share method and path, and no two writes an audit name', () => {
  const addresses = ENDPOINTS.map(nameOf)
  expect(new Set(addresses).size).toBe(addresses.length)
  const audits = ENDPOINTS.flatMap((endpoint) => endpoint.audits ?? [])
  expect(new Set(audits).size).toBe(audits.length)
})

test('every route that is served is in the contract, and every endpoint is served', async () => {
  // With an external sign-in provider, nothing below /idp is served.
  const elsewhere = { OIDC_ISSUER: 'https://sign-in.example', OIDC_CLIENT_ID: 'aviary' }
  const server = await openTestApp({ databaseUrl: site.server.databaseUrl, environment: elsewhere })
  const served = servedRoutes(server.app.printRoutes({ commonPrefix: false }))
  await server.close()
  const probed = ENDPOINTS.filter(isProbe)
  const declared = [
    ...ENDPOINTS.map(nameOf),
    ...[...probed, getCalendar].map((endpoint) => `HEAD ${addressOnServer(endpoint)}`),
  ]
  expect(served.toSorted()).toEqual(declared.toSorted())
})

/**
 * Reads routes such as `GET /api/banner` from Fastify's printed route tree; each level is indented by four
 * characters.
 */
function servedRoutes(drawing: string): string[] {
  const above: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*) ?(?:\(([A-Z, ]+)\))?/.exec(line)
    if (!match) return []
    const [, indent = '', name = '', methods = ''] = match
    above.splice(indent.length / 4)
    above.push(name)
    const path = above.join('')
    return methods.split(', ').flatMap((method) => (method ? [`${method} ${path}`] : []))
  })
}
