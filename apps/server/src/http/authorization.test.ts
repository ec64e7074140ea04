import { ACTION_NAMES, type Action } from '@aviary/contract/actions'
import { ENDPOINTS } from '@aviary/contract/areas'
import type { Endpoint } from '@aviary/contract/endpoint'
import { RESTRICTED_PAGES } from '@aviary/contract/rights'
import { SCOPES } from '@aviary/contract/scopes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../testing/app.ts'
import { inputFor, type Site, send, writeHeaders } from '../../testing/contract-checks.ts'
import { openListeningApp } from '../../testing/listening.ts'
import { signInWith } from '../../testing/people.ts'
import { WHO_MAY } from '../../testing/who-may.ts'
import { addressOnServer } from './mount.ts'

// Every endpoint with every kind of caller, compared with a hand-written table of who may call it.

type Caller = {
  name: string
  /** The signed-in person; undefined for a caller without a session. */
  person?: Person
  headers: Record<string, string>
  /**
   * Actions (permissions) and scopes; an action together with its restricted page is `action@Page`.
   * Administrators hold 'everything'.
   */
  holds: readonly string[] | 'everything'
}

/** Actions and their restricted pages, written by hand (spec 1 §2.1, 3 §6). */
const RESTRICTED: [Action, string][] = [
  ['view_security_incidents', 'Security Incidents'],
  ['view_comms', 'Comms'],
  ['view_emails', 'Emails'],
  ['view_compose_email', 'Compose Email'],
  ['view_manage_security_users', 'Security Users'],
  ['view_mass_import', 'Mail Merge'],
  ['view_staging_emails', 'Staged Emails'],
]

let site: Site
let callers: Caller[] = []
beforeAll(async () => {
  const server = await openListeningApp({
    environment: { JIRA_WEBHOOK_SECRET: 'a secret of the tests', TRUST_PROXY: 'true' },
  })
  site = { server, url: server.url }
  const personal = (name: string, person: Person, holds: Caller['holds']): Caller => ({
    name,
    person,
    headers: writeHeaders(person),
    holds,
  })
  callers = [
    { name: 'not signed in', headers: {}, holds: [] },
    personal('no role', await signInWith(server, []), []),
    ...(await Promise.all(
      ACTION_NAMES.map(async (action) => personal(action, await signInWith(server, [action]), [action])),
    )),
    // Has all restricted pages but no action: a restricted page needs both.
    personal('every page', await signInWith(server, [], [...RESTRICTED_PAGES]), []),
    ...(await Promise.all(
      RESTRICTED.map(async ([action, page]) =>
        personal(`${action}@${page}`, await signInWith(server, [action], [page]), [`${action}@${page}`]),
      ),
    )),
    personal('administrator', await server.signInAs('administrator'), 'everything'),
    ...(await Promise.all(
      SCOPES.map(async (scope) => ({
        name: `token ${scope}`,
        headers: { authorization: `Bearer ${await server.createToken([scope])}` },
        holds: [`token ${scope}`],
      })),
    )),
  ].map((caller, index) => ({
    ...caller,
    // Each from an address of its own, to stay below the rate limits.
    headers: { ...caller.headers, 'x-forwarded-for': `192.0.2.${index + 1}` },
  }))
})
afterAll(async () => {
  expect(site.server.errors).toEqual([])
  await site.server.close()
})

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${addressOnServer(endpoint)}`
// Sign-out comes last, because it ends the sessions of the other calls.
const endpoints: readonly Endpoint[] = ENDPOINTS.toSorted(
  (a, b) => Number(a.path === '/sign_out/') - Number(b.path === '/sign_out/'),
)

test('every call is in the table, and nothing else', () => {
  expect(endpoints.map(nameOf).toSorted()).toEqual(Object.keys(WHO_MAY).toSorted())
})

/** Expected result by the table: 'in' if admitted, else the status of the refusal. */
function expected(who: string, { person, holds }: Caller): 'in' | 401 | 403 {
  if (who === 'anyone') return 'in'
  const ways = who.split(' | ')
  const tokenWay = ways.find((way) => way.startsWith('token '))
  if (who === 'any token') return holds[0]?.startsWith('token ') ? 'in' : 401
  // A known token without the scope gets 403; a caller whose kind is not admitted at all gets 401.
  if (holds[0]?.startsWith('token ')) return tokenWay ? (holds.includes(tokenWay) ? 'in' : 403) : 401
  const waysOfPeople = ways.filter((way) => !/^(token|signature) /.test(way))
  if (!person || waysOfPeople.length === 0) return 401
  if (who.startsWith('session') || holds === 'everything') return 'in'
  return waysOfPeople.some((action) => holds.includes(action)) ? 'in' : 403
}

/** The door's answer. A refusal after the door, because of the input, counts as admitted. */
async function answered(endpoint: Endpoint, caller: Caller): Promise<'in' | 401 | 403> {
  const input = inputFor(endpoint, caller.person)
  const { status, detail } = await send(site, endpoint, { ...input, headers: caller.headers })
  if (status === 401) return 401
  return status === 403 && /^This needs |lacks the scope/.test(detail) ? 403 : 'in'
}

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('admits exactly the callers in the table', async () => {
    const who = WHO_MAY[name] ?? ''
    const actual: Record<string, string | number> = {}
    const declared: Record<string, string | number> = {}
    await Promise.all(
      callers.map(async (caller) => {
        declared[caller.name] = expected(who, caller)
        actual[caller.name] = await answered(endpoint, caller)
      }),
    )
    expect(actual).toEqual(declared)
  })
})

/**
 * Calls whose input can name another person's record: the call, that input, and the action that allows it (or
 * administrators only).
 */
const OTHERS: [name: string, named: object, who: Action | 'administrator'][] = [
  ['GET /api/v4/get_user_subscriptions', { query: { email: 'OTHER' } }, 'view_subscriber_comm_history'],
  ['POST /api/v4/subscribe', { body: { email: 'OTHER' } }, 'edit_subscriptions'],
  ['PUT /api/clear_uuid', { body: { email: 'OTHER' } }, 'view_subscriber_comm_history'],
  ['GET /api/deliveries', { query: { email: 'OTHER' } }, 'view_subscriber_comm_history'],
  ['GET /api/sessions', { query: { user_id: 'OTHER' } }, 'administrator'],
  ['GET /api/sessions', { query: { user_id: 'all' } }, 'administrator'],
  ['DELETE /api/sessions', { body: { all_of_user_id: 'OTHER' } }, 'administrator'],
]

test.each(OTHERS)('%s of somebody else (%j) is for %s', async (name, ids, who) => {
  const endpoint = endpoints.find((endpoint) => nameOf(endpoint) === name)
  if (!endpoint) throw new Error(`There is no ${name}`)
  const { server } = site
  const statusFor = async (person: Person) => {
    const other = await signInWith(server, [])
    const text = JSON.stringify(ids).replace('"user_id":"OTHER"', `"user_id":"${other.userId}"`)
    const filled = text
      .replace('_user_id":"OTHER"', `_user_id":${other.userId}`)
      .replace('OTHER', other.email)
    const { query, body } = JSON.parse(filled) as { query?: object; body?: object }
    const input = inputFor(endpoint, person)
    const answer = await send(site, endpoint, {
      query: { ...input.query, ...query },
      ...(input.body ? { body: { ...input.body, ...body } } : {}),
      headers: writeHeaders(person),
    })
    return answer.status
  }
  const others = ACTION_NAMES.filter((action) => action !== who)
  expect(await statusFor(await signInWith(server, []))).toBe(403)
  expect(await statusFor(await signInWith(server, others))).toBe(403)
  expect(await statusFor(await server.signInAs('administrator'))).not.toBe(403)
  if (who !== 'administrator') expect(await statusFor(await signInWith(server, [who]))).not.toBe(403)
})
