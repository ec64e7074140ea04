import { startBuiltServer } from '../e2e/support/server.ts'
import { milliseconds } from './ask.ts'
import { type Measure, median, residentMb, signIn } from './product.ts'

const ROUNDS = 200
/** Each tool with the call that it stands on. */
const TOOLS = [
  ['list_incidents', {}, '/api/incidents/?messages=false&response_size=500'],
  ['get_incident', { jira_id: 'OPI-1801' }, '/api/incident_by_jira_id/?jira_id=OPI-1801'],
  ['incident_timeline', { jira_id: 'OPI-1801' }, '/api/incidents/timeline/?jira_id=OPI-1801'],
] as const

/** What an assistant's call costs above the call that it stands on, and what the door costs while nobody uses it. */
export async function assistant(): Promise<Measure[]> {
  const without = await startBuiltServer({ LOG_LEVEL: 'warn' })
  const server = await startBuiltServer({ LOG_LEVEL: 'warn', MCP: 'on' })
  try {
    const authorization = `Bearer ${await createToken(server.url)}`
    await createToken(without.url)
    const [off, on] = [residentMb(without.pid), residentMb(server.pid)]
    const slowest: { name: string; above: number }[] = []
    for (const [name, args, path] of TOOLS) {
      const body = JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      })
      const headers = { authorization, 'content-type': 'application/json' }
      const accept = 'application/json, text/event-stream'
      const ask = async () => {
        const response = await fetch(`${server.url}/mcp`, {
          ...{ method: 'POST', body, headers: { ...headers, accept } },
        })
        const text = await response.text()
        if (!text.includes('"structuredContent"')) throw new Error(`${name}: ${response.status} ${text}`)
      }
      const call = async () => (await fetch(server.url + path, { headers: { authorization } })).text()
      await ask()
      const times: { tool: number; call: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        times.push({ tool: await milliseconds(ask), call: await milliseconds(call) })
      slowest.push({
        name,
        above: median(times.map((each) => each.tool)) - median(times.map((each) => each.call)),
      })
    }
    const worst = slowest.reduce((a, b) => (a.above > b.above ? a : b))
    return [
      {
        name: `a tool above its call, median of ${ROUNDS} (the slowest: ${worst.name})`,
        ...{ ours: `${worst.above.toFixed(1)} ms`, reference: '25 ms' },
        ...{ ratio: (worst.above / 25).toFixed(2), target: '≤ 1', isMet: worst.above <= 25 },
      },
      {
        name: 'memory with MCP=on before the first use ÷ without',
        ...{ ours: `${on.toFixed(0)} MB`, reference: `${off.toFixed(0)} MB` },
        ...{ ratio: (on / off).toFixed(2), target: '≤ 1.03', isMet: on / off <= 1.03 },
      },
      {
        name: 'memory after it ÷ before',
        ...{ ours: `${residentMb(server.pid).toFixed(0)} MB`, reference: `${on.toFixed(0)} MB` },
        ...{ ratio: (residentMb(server.pid) / on).toFixed(2), target: '–' },
      },
    ]
  } finally {
    await server.stop()
    await without.stop()
  }
}

async function createToken(url: string): Promise<string> {
  const { write } = await signIn(url, 'ada.admin@acme.example')
  const { secret } = await write('POST', '/api/service_tokens/', [
    'Create token',
    { name: 'assistant', scopes: ['read:incidents'] },
  ])
  return secret
}
