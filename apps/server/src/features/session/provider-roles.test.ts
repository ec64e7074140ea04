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

/** A server whose people sign in at the provider. */
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

/** Signs in a person with these claims. Returns their rights, or the query of the page that reports a failure. */
async function signIn(idToken: Claims, userinfo: Claims = idToken, target: ListeningApp = server) {
  provider.person = { idToken: { email_verified: true, ...idToken }, userinfo }
  const browser = openBrowser()
  const ended = await browser.follow(`${target.url}/api/sign_in`)
  await ended.response.arrayBuffer()
  if (!browser.cookie('aviary_session')) return new URL(ended.address).search
  return getRights(browser, target)
}

async function getRights(browser: Browser, target: ListeningApp = server) {
  const answer = await fetch(`${target.url}/api/get_user_id/`, {
    method: 'POST',
    headers: { cookie: browser.cookies() },
  })
  return getUserId.answer.parse(await answer.json()).data.authorization
}

const getRoleId = async (systemName: string) => {
  const match = (await admin.call(listRoles)).body.roles.find((role) => role.system_name === systemName)
  return match?.role_id ?? 0
}
const getUser = async (email: string) => {
  const match = (await admin.call(listUsers)).body.users.find((user) => user.email === email)
  if (!match) throw new Error(`There is no ${email}`)
  return match
}
const createMapping = async (group_name: string, ...roles: string[]) => {
  const role_ids = await Promise.all(roles.map(getRoleId))
  return (await admin.call(createGroupMapping, { body: { group_name, role_ids } })).body.mapping
}

let count = 0
const newEmail = () => {
  count += 1
  return `person${count}@acme.example`
}

describe('roles by group', () => {
  test('are set and removed at each sign-in, with an audit row', async () => {
    const email = newEmail()
    await createMapping('/ops', 'operator')
    await createMapping('help', 'support', 'subscriber')
    const [operator, support, subscriber] = [
      await getRoleId('operator'),
      await getRoleId('support'),
      await getRoleId('subscriber'),
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

  test('apply to the other sessions of the person, in every process', async () => {
    const other = await openTestApp({ databaseUrl: server.databaseUrl })
    const email = newEmail()
    const group = await createMapping('night', 'support')
    const browser = openBrowser()
    provider.person = { idToken: { email, email_verified: true, groups: [] }, userinfo: {} }
    await (await browser.follow(`${server.url}/api/sign_in`)).response.arrayBuffer()
    expect((await getRights(browser)).role_ids).toEqual([])
    const getRolesAtOther = async () => {
      const answer = await other.app.inject({
        method: 'POST',
        url: '/api/get_user_id/',
        headers: { cookie: browser.cookies() },
      })
      return getUserId.answer.parse(answer.json()).data.authorization.role_ids
    }
    expect(await getRolesAtOther()).toEqual([])
    await signIn({ email, groups: ['night'] })
    expect((await getRights(browser)).role_ids).toEqual([await getRoleId('support')])
    await expect.poll(getRolesAtOther).toEqual([await getRoleId('support')])
    await admin.call(deleteGroupMapping, { body: { mapping_id: group.mapping_id } })
    // A mapping takes effect at the next sign-in.
    expect((await getRights(browser)).role_ids).toEqual([await getRoleId('support')])
    expect(await signIn({ email, groups: ['night'] })).toMatchObject({ role_ids: [] })
    await other.close()
  })

  test('exist beside roles given by hand, which no sign-in removes', async () => {
    const email = newEmail()
    await createMapping('both', 'support')
    const [support, operator] = [await getRoleId('support'), await getRoleId('operator')]
    await signIn({ email, groups: ['both'] })
    const { user_id } = await getUser(email)
    await admin.call(updateUser, { body: { user_id, role_ids: [support, operator] } })
    expect(await getUser(email)).toMatchObject({ hand_role_ids: [operator], provider_role_ids: [support] })
    expect(await signIn({ email, groups: [] })).toMatchObject({ role_ids: [operator] })
    await admin.call(updateUser, { body: { user_id, role_ids: [support], hand_role_ids: [support] } })
    await signIn({ email, groups: ['both'] })
    expect(await getUser(email)).toMatchObject({
      role_ids: [support],
      hand_role_ids: [support],
      provider_role_ids: [support],
    })
    expect(await signIn({ email, groups: [] })).toMatchObject({ role_ids: [support] })
  })

  test('cannot be removed by hand, and an edit from before a sign-in is refused', async () => {
    const email = newEmail()
    await createMapping('locked', 'support')
    const support = await getRoleId('support')
    await signIn({ email, groups: [] })
    const before = await getUser(email)
    await signIn({ email, groups: ['locked'] })
    const { user_id, version } = await getUser(email)
    const refused = await admin.call(updateUser, { body: { user_id, role_ids: [], version } })
    expect([refused.status, refused.problem.detail]).toEqual([
      400,
      `body.role_ids: the sign-in provider gives the role ${support}: it is taken away there`,
    ])
    const late = await admin.call(updateUser, { body: { user_id, role_ids: [], version: before.version } })
    expect(late.status).toBe(409)
    const edited = await admin.call(updateUser, { body: { user_id, hand_role_ids: [], version } })
    expect(edited.body.user).toMatchObject({ role_ids: [support], hand_role_ids: [] })
  })

  test('belong to an identity: a changed address has none before it signs in', async () => {
    const [email, renamed] = [newEmail(), newEmail()]
    await createMapping('identity', 'support')
    await signIn({ email, groups: ['identity'] })
    const { user_id, role_ids } = await getUser(email)
    const changed = await admin.call(updateUser, { body: { user_id, email: renamed, role_ids } })
    expect(changed.body.user).toMatchObject({ role_ids: [], provider_role_ids: [] })
  })

  test('belong to an identity, even when another version changes the address', async () => {
    const [email, renamed] = [newEmail(), newEmail()]
    await createMapping('identity of any version', 'support')
    await signIn({ email, groups: ['identity of any version'] })
    const rename = (from: string, to: string) =>
      server.db.update(users).set({ email: to }).where(eq(users.email, from))
    await rename(email, email.toUpperCase())
    expect(await getUser(email.toUpperCase())).toMatchObject({ provider_role_ids: [expect.any(Number)] })
    await rename(email.toUpperCase(), renamed)
    expect(await getUser(renamed)).toMatchObject({ role_ids: [], provider_role_ids: [] })
  })

  test('can make somebody an administrator', async () => {
    const email = newEmail()
    await createMapping('admins', 'administrator')
    expect(await signIn({ email, groups: 'admins' })).toMatchObject({ is_admin: true })
    expect(await getUser(email)).toMatchObject({ is_admin: true, hand_role_ids: [] })
  })
})

describe('groups are read', () => {
  test('from userinfo when the ID token has none', async () => {
    const email = newEmail()
    await createMapping('at-userinfo', 'support')
    const requestsBefore = provider.userinfoAsked()
    expect(await signIn({ email, groups: ['at-userinfo'] })).toMatchObject({ role_ids: [expect.any(Number)] })
    expect(provider.userinfoAsked()).toBe(requestsBefore)
    expect(await signIn({ email }, { email, groups: ['at-userinfo'] })).toMatchObject({
      role_ids: [await getRoleId('support')],
    })
    expect(provider.userinfoAsked()).toBe(requestsBefore + 1)
  })

  test.each([
    ['resource_access.aviary.roles', { resource_access: { aviary: { roles: ['deep'] } } }],
    ['resource_access.aviary.example.roles', { resource_access: { 'aviary.example': { roles: ['deep'] } } }],
    ['https://acme.example/groups', { 'https://acme.example/groups': ['deep'] }],
  ])('from the claim %s', async (claim, claims) => {
    const target = await openServer({ OIDC_GROUPS_CLAIM: claim }, server.databaseUrl)
    const mapping = await createMapping('deep', 'support')
    expect(await signIn({ email: newEmail(), ...claims }, {}, target)).toMatchObject({
      role_ids: [await getRoleId('support')],
    })
    await admin.call(deleteGroupMapping, { body: { mapping_id: mapping.mapping_id } })
    await target.close()
  })

  test('from no claim without OIDC_GROUPS_CLAIM: the next sign-in removes the roles of groups', async () => {
    const target = await openServer({}, server.databaseUrl)
    const email = newEmail()
    await createMapping('unset', 'support')
    await signIn({ email, groups: ['unset'] })
    expect((await getUser(email)).role_ids).toHaveLength(1)
    expect(await signIn({ email, groups: ['unset'] }, {}, target)).toMatchObject({ role_ids: [] })
    await target.close()
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
      { groups: Array.from({ length: 2_001 }, (_, index) => `g${index}`) },
      /names 2001 groups, more than 2000/,
    ],
  ])('not from %s: the fault is logged and roles stay as they were', async (_, claims, reason) => {
    const email = newEmail()
    const mapping = await createMapping('kept', 'support')
    await signIn({ email, groups: ['kept'] })
    expect(await signIn({ email }, { email, ...claims })).toMatchObject({
      role_ids: [await getRoleId('support')],
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

  test('not from a userinfo that fails: roles stay as they were', async () => {
    const email = newEmail()
    await createMapping('down', 'support')
    await signIn({ email, groups: ['down'] })
    provider.breakUserinfo(true)
    expect(await signIn({ email })).toMatchObject({ role_ids: [await getRoleId('support')] })
    provider.breakUserinfo(false)
    expect(logged.join()).toMatch(/userinfo cannot be asked for them/)
  })
})

describe('ADMINISTRATORS', () => {
  const listed = { ADMINISTRATORS: 'First@acme.example, second@acme.example,third@acme.example' }
  let target: ListeningApp
  beforeAll(async () => {
    target = await openServer(listed, server.databaseUrl)
  })
  afterAll(() => target.close())

  test('makes a listed address administrator at its first sign-in, in any case, with an audit row', async () => {
    expect(await signIn({ email: 'first@Acme.example' }, {}, target)).toMatchObject({ is_admin: true })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Grant Role',
      userEmail: 'first@Acme.example',
      context: { because: 'ADMINISTRATORS', before: { is_admin: false }, after: { is_admin: true } },
    })
    expect(await signIn({ email: newEmail() }, {}, target)).toMatchObject({ is_admin: false })
  })

  test('does so only once, even for a deleted person', async () => {
    await signIn({ email: 'second@acme.example' }, {}, target)
    const { user_id } = await getUser('second@acme.example')
    await admin.call(updateUser, { body: { user_id, role_ids: [] } })
    expect(await signIn({ email: 'second@acme.example' }, {}, target)).toMatchObject({ is_admin: false })
    await admin.call(deleteUser, { body: { user_id } })
    expect(await signIn({ email: 'second@acme.example' }, {}, target)).toMatchObject({ is_admin: false })
  })

  test('does so only for verified addresses, and logs what to set when the provider does not say', async () => {
    const email = 'third@acme.example'
    expect(await signIn({ email, email_verified: false }, {}, target)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: 'false' }, {}, target)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: undefined }, {}, target)).toMatchObject({ is_admin: false })
    expect(logged.join()).toMatch(/OIDC_EMAIL_TRUSTED=true if its addresses can be believed/)
    const other = { email: 'other@acme.example', email_verified: true }
    expect(await signIn({ email, email_verified: undefined }, other, target)).toMatchObject({
      is_admin: false,
    })
    const trusting = await openServer({ ...listed, OIDC_EMAIL_TRUSTED: 'true' }, server.databaseUrl)
    expect(await signIn({ email, email_verified: false }, {}, trusting)).toBe('?error=unverified')
    expect(await signIn({ email, email_verified: undefined }, {}, trusting)).toMatchObject({ is_admin: true })
    await trusting.close()
  })
})

test('an address that only userinfo has signs in if userinfo calls it verified', async () => {
  const email = newEmail()
  const signedIn = await signIn({ email_verified: undefined }, { email, email_verified: true })
  expect(signedIn).toMatchObject({ role_ids: [] })
  expect(await signIn({ email_verified: undefined }, { email, email_verified: false })).toBe(
    '?error=unverified',
  )
  expect(await signIn({ email_verified: undefined }, {})).toBe('?error=no_email')
})

test('a failing userinfo is reported as unavailable, not as a missing address', async () => {
  provider.breakUserinfo(true)
  const ended = await signIn({ email_verified: undefined }, { email: newEmail(), email_verified: true })
  provider.breakUserinfo(false)
  expect(ended).toBe('?error=unavailable')
  expect(logged.join()).toMatch(/userinfo of the sign-in provider cannot be read: \S/)
})
