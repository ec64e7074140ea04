import {
  createGroupMapping,
  deleteGroupMapping,
  deleteUser,
  listRoles,
  listUsers,
  updateUser,
} from '@aviary/contract/administration/endpoints'
import { getUserId } from '@aviary/contract/session/endpoints'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person } from '../../../testing/app.ts'
import { type Browser, openBrowser } from '../../../testing/browser.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { openSignInProvider, type SignInProvider } from '../../../testing/sign-in-provider.ts'
import { users } from '../../database/tables/access.ts'

let provider: SignInProvider
let server: ListeningApp
let admin: Person
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

/** A server that has people sign in at the provider. */
const openServer = (environment: Record<string, string>, databaseUrl?: string) =>
  openListeningApp({
    environment: { ...provider.environment, ...environment },
    log,
    ...(databaseUrl ? { databaseUrl } : {}),
  })

beforeAll(async () => {
  provider = await openSignInProvider()
  server = await openServer({ OIDC_GROUPS_CLAIM: 'groups' })
  admin = await server.signInAs('administrator')
})
beforeEach(() => {
  logged.length = 0
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

type Claims = Record<string, unknown>

/** Signs somebody in of whom the provider says this; answers what they may do. */
async function signIn(idToken: Claims, userinfo: Claims = idToken, at: ListeningApp = server) {
  provider.person = { idToken: { email_verified: true, ...idToken }, userinfo }
  const browser = openBrowser()
  const ended = await browser.follow(`${at.url}/api/sign_in`)
  await ended.response.arrayBuffer()
  if (!browser.cookie('aviary_session')) return new URL(ended.address).search
  return rightsOf(browser, at)
}

async function rightsOf(browser: Browser, at: ListeningApp = server) {
  const found = await fetch(`${at.url}/api/get_user_id/`, {
    method: 'POST',
    headers: { cookie: browser.cookies() },
  })
  return getUserId.answer.parse(await found.json()).data.authorization
}

const roleId = async (systemName: string) => {
  const found = (await admin.call(listRoles)).body.roles.find((role) => role.system_name === systemName)
  return found?.role_id ?? 0
}
const userOf = async (email: string) => {
  const found = (await admin.call(listUsers)).body.users.find((user) => user.email === email)
  if (!found) throw new Error(`There is no ${email}`)
  return found
}
const map = async (group_name: string, ...roles: string[]) => {
  const role_ids = await Promise.all(roles.map(roleId))
  return (await admin.call(createGroupMapping, { body: { group_name, role_ids } })).body.mapping
}

let count = 0
const newEmail = () => {
  count += 1
  return `person${count}@acme.example`
}

describe('roles by group', () => {
  test('are set at each sign-in, taken away too, and written down', async () => {
    const email = newEmail()
    await map('/ops', 'operator')
    await map('help', 'support', 'subscriber')
    const [operator, support, subscriber] = [
      await roleId('operator'),
      await roleId('support'),
      await roleId('subscriber'),
    ]
    expect(await signIn({ email, groups: ['/ops', 'unknown'] })).toMatchObject({ role_ids: [operator] })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Set Provider Roles',
      userEmail: email,
      context: { before: { provider_role_ids: [] }, after: { provider_role_ids: [operator] } },
    })
    expect(await signIn({ email, groups: ['help'] })).toMatchObject({
      role_ids: [support, subscriber].toSorted((a, b) => a - b),
    })
    await signIn({ email, groups: ['help'] })
    expect(await lastAudit(server)).toMatchObject({ actionName: 'Sign In' })
    expect(await signIn({ email, groups: [] })).toMatchObject({ role_ids: [] })
    expect(await signIn({ email, groups: ['HELP', '/Ops', 'ops'] })).toMatchObject({ role_ids: [] })
    expect(logged).toEqual([])
  })

  test('act on the sessions that the person has elsewhere, on every process', async () => {
    const other = await openTestApp({ databaseUrl: server.databaseUrl })
    const email = newEmail()
    const group = await map('night', 'support')
    const browser = openBrowser()
    provider.person = { idToken: { email, email_verified: true, groups: [] }, userinfo: {} }
    await (await browser.follow(`${server.url}/api/sign_in`)).response.arrayBuffer()
    expect((await rightsOf(browser)).role_ids).toEqual([])
    const atOther = async () => {
      const found = await other.app.inject({
        method: 'POST',
        url: '/api/get_user_id/',
        headers: { cookie: browser.cookies() },
      })
      return getUserId.answer.parse(found.json()).data.authorization.role_ids
    }
    expect(await atOther()).toEqual([])
    await signIn({ email, groups: ['night'] })
    expect((await rightsOf(browser)).role_ids).toEqual([await roleId('support')])
    await expect.poll(atOther).toEqual([await roleId('support')])
    await admin.call(deleteGroupMapping, { body: { mapping_id: group.mapping_id } })
    // A mapping acts when somebody signs in.
    expect((await rightsOf(browser)).role_ids).toEqual([await roleId('support')])
    expect(await signIn({ email, groups: ['night'] })).toMatchObject({ role_ids: [] })
    await other.close()
  })

  test('stand beside those given by hand, which no sign-in takes away', async () => {
    const email = newEmail()
    await map('both', 'support')
    const [support, operator] = [await roleId('support'), await roleId('operator')]
    await signIn({ email, groups: ['both'] })
    const { user_id } = await userOf(email)
    await admin.call(updateUser, { body: { user_id, role_ids: [support, operator] } })
    expect(await userOf(email)).toMatchObject({ hand_role_ids: [operator], provider_role_ids: [support] })
    expect(await signIn({ email, groups: [] })).toMatchObject({ role_ids: [operator] })
    await admin.call(updateUser, { body: { user_id, role_ids: [support], hand_role_ids: [support] } })
    await signIn({ email, groups: ['both'] })
    expect(await userOf(email)).toMatchObject({
      role_ids: [support],
      hand_role_ids: [support],
      provider_role_ids: [support],
    })
    expect(await signIn({ email, groups: [] })).toMatchObject({ role_ids: [support] })
  })

  test('cannot be taken away by hand, and an edit made before a sign-in changed them is refused', async () => {
    const email = newEmail()
    await map('locked', 'support')
    const support = await roleId('support')
    await signIn({ email, groups: [] })
    const before = await userOf(email)
    await signIn({ email, groups: ['locked'] })
    const { user_id, version } = await userOf(email)
    const taken = await admin.call(updateUser, { body: { user_id, role_ids: [], version } })
    expect([taken.status, taken.problem.detail]).toEqual([
      400,
      `body.role_ids: the sign-in provider gives the role ${support}: it is taken away there`,
    ])
    const late = await admin.call(updateUser, { body: { user_id, role_ids: [], version: before.version } })
    expect(late.status).toBe(409)
    const kept = await admin.call(updateUser, { body: { user_id, hand_role_ids: [], version } })
    expect(kept.body.user).toMatchObject({ role_ids: [support], hand_role_ids: [] })
  })

  test('belong to an identity: another address has none of them before it signs in', async () => {
    const [email, renamed] = [newEmail(), newEmail()]
    await map('identity', 'support')
    await signIn({ email, groups: ['identity'] })
    const { user_id, role_ids } = await userOf(email)
    const changed = await admin.call(updateUser, { body: { user_id, email: renamed, role_ids } })
    expect(changed.body.user).toMatchObject({ role_ids: [], provider_role_ids: [] })
  })

  test('belong to an identity, whatever version gives it another address', async () => {
    const [email, renamed] = [newEmail(), newEmail()]
    await map('identity of any version', 'support')
    await signIn({ email, groups: ['identity of any version'] })
    const rename = (from: string, to: string) =>
      server.db.update(users).set({ email: to }).where(eq(users.email, from))
    await rename(email, email.toUpperCase())
    expect(await userOf(email.toUpperCase())).toMatchObject({ provider_role_ids: [expect.any(Number)] })
    await rename(email.toUpperCase(), renamed)
    expect(await userOf(renamed)).toMatchObject({ role_ids: [], provider_role_ids: [] })
  })

  test('make administrators, and nobody may touch who holds more than they do', async () => {
    const email = newEmail()
    await map('admins', 'administrator')
    expect(await signIn({ email, groups: 'admins' })).toMatchObject({ is_admin: true })
    expect(await userOf(email)).toMatchObject({ is_admin: true, hand_role_ids: [] })
  })
})

describe('where groups are told', () => {
  test('at userinfo, when the ID token has none', async () => {
    const email = newEmail()
    await map('at-userinfo', 'support')
    const asked = provider.userinfoAsked()
    expect(await signIn({ email, groups: ['at-userinfo'] })).toMatchObject({ role_ids: [expect.any(Number)] })
    expect(provider.userinfoAsked()).toBe(asked)
    expect(await signIn({ email }, { email, groups: ['at-userinfo'] })).toMatchObject({
      role_ids: [await roleId('support')],
    })
    expect(provider.userinfoAsked()).toBe(asked + 1)
  })

  test.each([
    ['resource_access.aviary.roles', { resource_access: { aviary: { roles: ['deep'] } } }],
    ['resource_access.aviary.example.roles', { resource_access: { 'aviary.example': { roles: ['deep'] } } }],
    ['https://acme.example/groups', { 'https://acme.example/groups': ['deep'] }],
  ])('under %s', async (claim, claims) => {
    const at = await openServer({ OIDC_GROUPS_CLAIM: claim }, server.databaseUrl)
    const mapping = await map('deep', 'support')
    expect(await signIn({ email: newEmail(), ...claims }, {}, at)).toMatchObject({
      role_ids: [await roleId('support')],
    })
    await admin.call(deleteGroupMapping, { body: { mapping_id: mapping.mapping_id } })
    await at.close()
  })

  test('nowhere: without OIDC_GROUPS_CLAIM the next sign-in takes away what groups gave', async () => {
    const at = await openServer({}, server.databaseUrl)
    const email = newEmail()
    await map('unset', 'support')
    await signIn({ email, groups: ['unset'] })
    expect((await userOf(email)).role_ids).toHaveLength(1)
    expect(await signIn({ email, groups: ['unset'] }, {}, at)).toMatchObject({ role_ids: [] })
    await at.close()
  })

  test.each<[string, Claims, RegExp]>([
    [
      'more groups than a token holds',
      { _claim_names: { groups: 'src1' } },
      /too many for a token \(_claim_names/,
    ],
    ['something that is no list', { groups: { a: 1 } }, /'groups' is no list of texts/],
    ['a list of something else', { groups: ['kept', 7] }, /'groups' is no list of texts/],
    [
      'thousands of groups',
      { groups: Array.from({ length: 2_001 }, (_, at) => `g${at}`) },
      /names 2001 groups, more than 2000/,
    ],
  ])('as %s: a fault in the log, and roles stay as they were', async (_, claims, reason) => {
    const email = newEmail()
    const mapping = await map('kept', 'support')
    await signIn({ email, groups: ['kept'] })
    expect(await signIn({ email }, { email, ...claims })).toMatchObject({
      role_ids: [await roleId('support')],
    })
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'the groups of a person are not known, roles stay as they were',
        reason: expect.stringMatching(reason),
      }),
    ])
    await admin.call(deleteGroupMapping, { body: { mapping_id: mapping.mapping_id } })
  })

  test('at a userinfo that does not answer: the same', async () => {
    const email = newEmail()
    await map('down', 'support')
    await signIn({ email, groups: ['down'] })
    provider.breakUserinfo(true)
    expect(await signIn({ email })).toMatchObject({ role_ids: [await roleId('support')] })
    provider.breakUserinfo(false)
    expect(logged.join()).toMatch(/userinfo cannot be asked for them/)
  })
})

describe('ADMINISTRATORS', () => {
  const listed = { ADMINISTRATORS: 'First@acme.example, second@acme.example,third@acme.example' }
  let at: ListeningApp
  beforeAll(async () => {
    at = await openServer(listed, server.databaseUrl)
  })
  afterAll(() => at.close())

  test('makes a listed address administrator when it signs in first, in whatever case, and writes it down', async () => {
    expect(await signIn({ email: 'first@Acme.example' }, {}, at)).toMatchObject({ is_admin: true })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Grant Role',
      userEmail: 'first@Acme.example',
      context: { because: 'ADMINISTRATORS', before: { is_admin: false }, after: { is_admin: true } },
    })
    expect(await signIn({ email: newEmail() }, {}, at)).toMatchObject({ is_admin: false })
  })

  test('does so once: what an administrator takes away stays away, also from who is deleted', async () => {
    await signIn({ email: 'second@acme.example' }, {}, at)
    const { user_id } = await userOf('second@acme.example')
    await admin.call(updateUser, { body: { user_id, role_ids: [] } })
    expect(await signIn({ email: 'second@acme.example' }, {}, at)).toMatchObject({ is_admin: false })
    await admin.call(deleteUser, { body: { user_id } })
    expect(await signIn({ email: 'second@acme.example' }, {}, at)).toMatchObject({ is_admin: false })
  })

  test('does so for verified addresses only, and says what to set where the provider does not tell', async () => {
    const email = 'third@acme.example'
    expect(await signIn({ email, email_verified: false }, {}, at)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: 'false' }, {}, at)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: undefined }, {}, at)).toMatchObject({ is_admin: false })
    expect(logged.join()).toMatch(/OIDC_EMAIL_TRUSTED=true if its addresses can be believed/)
    const other = { email: 'other@acme.example', email_verified: true }
    expect(await signIn({ email, email_verified: undefined }, other, at)).toMatchObject({ is_admin: false })
    const trusting = await openServer({ ...listed, OIDC_EMAIL_TRUSTED: 'true' }, server.databaseUrl)
    expect(await signIn({ email, email_verified: false }, {}, trusting)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: undefined }, {}, trusting)).toMatchObject({ is_admin: true })
    await trusting.close()
  })
})

test('an address that only userinfo tells signs in, with what userinfo says of it', async () => {
  const email = newEmail()
  const signedIn = await signIn({ email_verified: undefined }, { email, email_verified: true })
  expect(signedIn).toMatchObject({ role_ids: [] })
  expect(await signIn({ email_verified: undefined }, { email, email_verified: false })).toBe(
    '?error=unverified',
  )
  expect(await signIn({ email_verified: undefined }, {})).toBe('?error=no_email')
})

test('a userinfo that does not answer is not taken for an address that is missing', async () => {
  provider.breakUserinfo(true)
  const ended = await signIn({ email_verified: undefined }, { email: newEmail(), email_verified: true })
  provider.breakUserinfo(false)
  expect(ended).toBe('?error=unavailable')
  expect(logged.join()).toMatch(/userinfo of the sign-in provider cannot be read: \S/)
})
