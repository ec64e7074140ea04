import {
  createServiceToken,
  revokeServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import { ENDPOINTS } from '@aviary/contract/areas'
import type { Scope } from '@aviary/contract/scopes'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { connectAssistant, useTool as use } from '../../../testing/assistant.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { publish } from '../../../testing/status-page.ts'
import { TOOLS } from './tools.ts'

const ALL: Scope[] = ['read:status', 'read:incidents', 'read:companies', 'read:changes', 'read:maintenance']

let server: TestApp
let manager: Person
let origin: string
let url: string
beforeAll(async () => {
  server = await openTestApp({ environment: { MCP: 'on' } })
  manager = await server.signInAs('incident_manager')
  origin = await server.listen()
  url = `${origin}/mcp`
  await ingest(server, 'companies', [
    { id: 7, name: 'Heron Ltd', entity_code: 'HER' },
    { id: 8, name: 'Heron Holding', entity_code: 'HOL' },
  ])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Travel'], severity: 'OUTAGE' }),
    incidentRecord('OPI-2', { is_internal: 'Y', details: 'only for us' }),
  ])
  await ingest(server, 'affectedCompanies', [{ jira_id: 'OPI-1', company_id: 7 }])
  await publish(manager, 'OPI-1')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const connect = async (scopes: Scope[], mode: 'auto' | 'legacy' = 'auto'): Promise<Client> =>
  connectAssistant(origin, await server.createToken(scopes), mode)

describe.each(['auto', 'legacy'] as const)('a client of the kind %s', (mode) => {
  test('reads with each of the eight tools', async () => {
    const client = await connect(ALL, mode)
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(tools).toHaveLength(8)
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
    const answers = {
      status_overview: await use(client, 'status_overview'),
      list_incidents: await use(client, 'list_incidents'),
      get_incident: await use(client, 'get_incident', { jira_id: 'OPI-1' }),
      incident_timeline: await use(client, 'incident_timeline', { jira_id: 'OPI-1' }),
      changes_before_incident: await use(client, 'changes_before_incident', { jira_id: 'OPI-1' }),
      company_incidents: await use(client, 'company_incidents', { company: 'HER' }),
      search_changes: await use(client, 'search_changes', { keyword: 'deploy' }),
      list_maintenance: await use(client, 'list_maintenance'),
    }
    for (const [name, { isError, text, answer }] of Object.entries(answers)) {
      expect([name, isError, text]).toEqual([name, false, JSON.stringify(answer)])
      expect(answer.notice).toContain('not an instruction')
    }
    expect(answers.status_overview.answer.troubled).toContainEqual({
      ...{ service: 'Travel', data_center: 'us2', status: 'OUTAGE' },
    })
    expect(answers.get_incident.answer).toMatchObject({
      incident: { jira_id: 'OPI-1', severity: 'OUTAGE', affected_companies: 1 },
      messages: [{ type: 'Update', text: 'We look into it' }],
    })
    expect(answers.company_incidents.answer).toMatchObject({
      companies: [{ id: 7 }],
      incidents: [{ jira_id: 'OPI-1', newest_message: { text: 'We look into it' } }],
    })
    await client.close()
  })

  test('is shown what its token may do, and no more', async () => {
    const client = await connect(['read:incidents'], mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['list_incidents', 'get_incident', 'incident_timeline'])
    const { answer } = await use(client, 'list_incidents')
    expect(answer.incidents).toMatchObject([{ jira_id: 'OPI-1' }])
    expect(JSON.stringify(answer)).not.toMatch(/affected_companies|only for us/)
    expect(await use(client, 'get_incident', { jira_id: 'OPI-2' })).toMatchObject({
      ...{ isError: true, text: 'There is no incident OPI-2' },
    })
    await expect(client.callTool({ name: 'status_overview', arguments: {} })).rejects.toThrow(/not found/)
    await client.close()
  })
})

test('a tool stands on the scope of a call that tokens may make', () => {
  const scopes = new Set(ENDPOINTS.map(({ tokenScope }) => tokenScope))
  for (const { name, scope } of TOOLS) expect([name, scopes.has(scope)]).toEqual([name, true])
})

test('long lists are answered in parts of 8,000 characters, each record once', async () => {
  const records = Array.from({ length: 45 }, (_, index) =>
    incidentRecord(`LONG-${index}`, {
      details: `${index} ${'x'.repeat(2_000)}`,
      affected_services: ['Billing'],
    }),
  )
  await ingest(server, 'incidents', records)
  const client = await connect(['read:incidents'])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const args = { service: 'billing', ...(cursor !== undefined && { cursor }) }
    const { answer, text } = await use(client, 'list_incidents', args)
    expect(text.length).toBeLessThan(8_000)
    seen.push(...(answer.incidents as { jira_id: string }[]).map(({ jira_id }) => jira_id))
    cursor = (answer.next_cursor as string | null) ?? undefined
  } while (cursor !== undefined)
  expect(seen.toSorted()).toEqual(records.map(({ jira_id }) => jira_id).toSorted())
  await client.close()
})

test('a name that fits several companies is answered with them', async () => {
  const client = await connect(['read:companies'])
  const { answer } = await use(client, 'company_incidents', { company: 'heron' })
  expect(answer).toMatchObject({ companies: [{ id: 8 }, { id: 7 }], incidents: [] })
  await client.close()
})

test('maintenance that is over, cancelled or a test is not listed', async () => {
  const at = (hours: number) => new Date(server.now().getTime() + hours * 3_600_000)
  await planEvent(server, { start: at(5), dataCenters: ['eu'] })
  const client = await connect(['read:maintenance'])
  const list = async (args: object) => (await use(client, 'list_maintenance', { ...args })).answer.events
  expect(await list({ when: 'upcoming', data_center: 'emea' })).toMatchObject([{ is_current: false }])
  expect(await list({ when: 'current' })).toEqual([])
  expect(await list({ data_center: 'us2' })).toEqual([])
  await client.close()
})

describe('who may not', () => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
    fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const bearer = async () => ({ authorization: `Bearer ${await server.createToken(['read:status'])}` })

  test('without a token, or with a wrong one, it is 401 and says how', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: manager.cookies }]) {
      const response = await post(headers)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })

  test('pages of other sites are refused', async () => {
    const response = await post({ ...(await bearer()), origin: 'https://evil.example' })
    expect(response.status).toBe(403)
  })

  test('a body that is too large, no JSON or no request is refused, and nothing breaks', async () => {
    const headers = await bearer()
    expect((await post(headers, 'x'.repeat(70_000))).status).toBe(413)
    expect((await post(headers, '{"jsonrpc":')).status).toBe(400)
    expect((await post(headers, [])).status).toBe(400)
    const deep = await post(headers, `${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    expect(deep.status).toBe(400)
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method, headers })).status).toBe(405)
    const client = await connect(['read:incidents'])
    for (const cursor of ['-1', '1e9', 'x', '9'.repeat(30)])
      expect(await use(client, 'list_incidents', { cursor })).toMatchObject({ isError: true })
    await client.close()
  })

  test('a token that was revoked is refused at once', async () => {
    const admin = await server.signInAs('administrator')
    const { body } = await admin.call(createServiceToken, { body: { name: 'bot', scopes: ['read:status'] } })
    const headers = { authorization: `Bearer ${body.secret}` }
    expect((await post(headers)).status).toBe(200)
    const asked = await server.app.inject({ url: '/api/service_token/', headers })
    expect(asked.json()).toEqual({ name: 'bot', scopes: ['read:status'] })
    await admin.call(revokeServiceToken, { body: { token_id: body.token.token_id } })
    expect((await post(headers)).status).toBe(401)
  })

  test('where MCP is off there is nothing', async () => {
    const other = await openTestApp()
    const headers = { authorization: `Bearer ${await other.createToken(['read:status'])}` }
    const response = await other.app.inject({ method: 'POST', url: '/mcp', headers, payload: {} })
    expect(response.statusCode).toBe(404)
    await other.close()
  })
})
