import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { clearUuid, getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { subscribers, subscriptions } from '../../database/tables/mail.ts'
import { locales } from '../../database/tables/reference.ts'

let server: TestApp
let sue: Person
let support: Person
/** A person who may change other people's subscriptions. */
let helper: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { PROVIDER_NAME: 'Roost' } })
  sue = await server.signInAs('subscriber')
  support = await server.signInAs('support')
  helper = await signInWith(server, ['edit_subscriptions', 'view_is_internal_message'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(() => server.db.delete(subscribers))

const SUE = 'sue.subscriber@acme.example'
const NOTHING: ChosenSubscriptions = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}
const SOME_NOTIFICATIONS = { data_centers: ['us2'], notification_types: ['Maintenance Update'] }

const read = (email = SUE, user = sue) => user.call(getUserSubscriptions, { query: { email } })
const submit = (chosen: Partial<ChosenSubscriptions>, fields: object = {}, user = sue) =>
  user.call(subscribe, {
    body: { email: SUE, application: 'Aviary', subscriptions: { ...NOTHING, ...chosen }, ...fields },
  })
const getStored = async () => (await read()).body.userSubscriptions
const listRows = () => server.db.select().from(subscriptions).orderBy(subscriptions.category)
const getSubscriber = async (email = SUE) =>
  (await server.db.select().from(subscribers).where(sql`lower(email) = ${email}`))[0]

/** The alert types that an administrator is offered, by name. */
async function typeIds(priority: 'P1' | 'P2') {
  const administrator = await server.signInAs('administrator')
  const { subscriptionOptions } = (await read(SUE, administrator)).body
  return Object.fromEntries(
    subscriptionOptions[priority].alert_types.map(({ id, name }) => [name, Number(id)]),
  )
}

const chooseExpense = async (changes: Partial<ChosenSubscriptions['P1']> = {}) => {
  const { Update = 0 } = await typeIds('P1')
  return { services: ['Expense'], data_centers: ['us2'], alert_types: [Update], ...changes }
}

describe('the options', () => {
  test('each group has its lists in order, with nothing selected for an unknown person', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.userSubscriptions).toEqual(NOTHING)
    const { P1, P2, notifications } = body.subscriptionOptions
    expect(P1.services).toHaveLength(14)
    expect(P1.services[5]).toEqual({
      id: 'Analysis/Intelligence',
      name: 'Analysis',
      display_order: 5,
      selected: false,
    })
    expect(P2.data_centers.map(({ name }) => name)).toEqual(P1.data_centers.map(({ name }) => name))
    expect(P2.data_centers[1]).toMatchObject({ id: 'eu', name: 'EMEA', display_order: 1 })
    expect(P1.alert_types.map(({ name }) => name)).toEqual([
      'Initial Notification',
      'Update',
      'Service Restored',
      'Intermediate Root Cause Analysis',
      'Root Cause Analysis',
    ])
    expect(P2.alert_types.map(({ display_order }) => display_order)).toEqual([0, 1, 2, 3])
    expect(notifications.notification_types.map(({ id, name }) => [id, name])).toEqual([
      ['Personalized Open', 'Personalized Roost Open'],
      ['Maintenance Announcement', 'Maintenance Announcement'],
      ['Maintenance Update', 'Maintenance Update'],
      ['Maintenance Cancelled', 'Maintenance Cancelled'],
      ['Maintenance Complete', 'Maintenance Complete'],
    ])
    expect(notifications.data_centers).toEqual(P1.data_centers)
  })

  test.each([
    ['subscriber', false],
    ['operator', true],
    ['administrator', true],
  ] as const)('internal alert types need the right: %s %s', async (role, sees) => {
    const user = await server.signInAs(role)
    const { P1, P2 } = (await read(user.email, user)).body.subscriptionOptions
    const internal = [...P1.alert_types, ...P2.alert_types].filter(({ name }) => /internal/i.test(name))
    expect(internal.map(({ name }) => name)).toEqual(
      sees ? ['Internal Notification', 'Internal Update', 'Internal Update'] : [],
    )
  })

  test('people see their own in any case of the address, and those of others only with the right', async () => {
    expect((await read('SUE.Subscriber@ACME.example')).status).toBe(200)
    const refused = await read('ana@example.com')
    expect([refused.status, refused.problem.detail]).toEqual([
      403,
      "You may see and change your own subscriptions; those of others need the action 'Search subscribers and read what was sent to them'",
    ])
    expect((await read('ana@example.com', support)).status).toBe(200)
    for (const email of ['', 'nobody', 'a@b', "x'; drop table subscribers;--"])
      expect((await read(email)).status, email).toBe(400)
  })
})

describe('submitting', () => {
  test('stores the choices once and in order, and creates the subscriber', async () => {
    const P1 = await chooseExpense({ services: ['Travel', 'Expense', 'Travel'], data_centers: ['eu', 'us2'] })
    const { status, body } = await submit({ P1, notifications: SOME_NOTIFICATIONS }, { locale: 'ja' })
    expect(status).toBe(200)
    const ordered = { ...P1, services: ['Expense', 'Travel'], data_centers: ['us2', 'eu'] }
    expect(body.userSubscriptions).toEqual({ ...NOTHING, P1: ordered, notifications: SOME_NOTIFICATIONS })
    expect(await getStored()).toEqual(body.userSubscriptions)
    const { P1: shown, P2 } = (await read()).body.subscriptionOptions
    expect(shown.services.filter(({ selected }) => selected).map(({ id }) => id)).toEqual([
      'Expense',
      'Travel',
    ])
    expect(P2.services.some(({ selected }) => selected)).toBe(false)
    expect(await getSubscriber()).toMatchObject({ email: SUE, locale: 'ja' })
    expect((await getSubscriber())?.uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(await listRows()).toMatchObject([
      { category: 'P1', services: ['Expense', 'Travel'], notificationTypes: [] },
      { category: 'notifications', dataCenters: ['us2'], notificationTypes: ['Maintenance Update'] },
    ])
  })

  test('replaces the earlier choices; an emptied category has no row', async () => {
    await submit({ P1: await chooseExpense(), notifications: SOME_NOTIFICATIONS })
    const before = await getSubscriber()
    await submit(
      { P1: await chooseExpense({ services: ['Travel'] }) },
      { email: 'Sue.SUBSCRIBER@acme.example' },
    )
    expect(await listRows()).toMatchObject([{ category: 'P1', services: ['Travel'] }])
    expect(await getSubscriber()).toMatchObject({
      uuid: before?.uuid,
      email: SUE,
      createdAt: before?.createdAt,
    })
    await submit({})
    expect(await listRows()).toEqual([])
    expect(await getSubscriber()).toBeTruthy()
  })

  test('writes an audit row with before and after', async () => {
    const P1 = await chooseExpense()
    await submit({ P1 })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Update Subscriptions',
      userEmail: SUE,
      context: {
        email: SUE,
        before: null,
        after: { locale: 'en', subscriptions: { ...NOTHING, P1 } },
      },
    })
    await submit({}, { locale: 'de', auth: sue.antiForgeryToken })
    const audited = await lastAudit(server)
    expect(audited?.context).toMatchObject({
      before: { locale: 'en', subscriptions: { ...NOTHING, P1 } },
      after: { locale: 'de', subscriptions: NOTHING },
    })
    expect(JSON.stringify(audited?.context)).not.toContain(sue.antiForgeryToken)
  })

  test.each(['P1', 'P2'] as const)('%s needs a choice in every list or in none', async (priority) => {
    const { Update = 0 } = await typeIds(priority)
    const whole = { services: ['Expense'], data_centers: ['us2'], alert_types: [Update] }
    for (const list of ['services', 'data_centers', 'alert_types'] as const) {
      const refused = await submit({ [priority]: { ...whole, [list]: [] } })
      expect([refused.status, refused.problem.errors]).toEqual([
        400,
        [
          {
            path: `body.subscriptions.${priority}`,
            message: 'Please ensure at least one box is checked per category.',
          },
        ],
      ])
    }
    expect(await getSubscriber()).toBeUndefined()
  })

  test('notifications do too, and every incomplete category is named', async () => {
    const P1 = { ...NOTHING.P1, services: ['Expense'] }
    const refused = await submit({ P1, notifications: { data_centers: ['us2'], notification_types: [] } })
    expect(refused.problem.errors?.map(({ path }) => path)).toEqual([
      'body.subscriptions.P1',
      'body.subscriptions.notifications',
    ])
    expect(refused.problem.detail).toContain('Please ensure at least one box is checked per category.')
  })

  test('refuses unknown options by name and changes nothing', async () => {
    const P1 = await chooseExpense()
    await submit({ P1 })
    const p2 = await typeIds('P2')
    const internal = (await typeIds('P1'))['Internal Update']
    const wrong: [Partial<ChosenSubscriptions>, string, string][] = [
      [{ P1: { ...P1, services: ['Expense', 'Bogus'] } }, 'P1.services.1', "there is no service 'Bogus'"],
      [{ P1: { ...P1, data_centers: ['EU'] } }, 'P1.data_centers.0', "there is no data center 'EU'"],
      [
        { P1: { ...P1, alert_types: [p2.Update ?? 0] } },
        'P1.alert_types.0',
        `there is no P1 alert type ${p2.Update}`,
      ],
      [
        { P1: { ...P1, alert_types: [internal ?? 0] } },
        'P1.alert_types.0',
        `there is no P1 alert type ${internal}`,
      ],
      [{ P1: { ...P1, alert_types: [-1] } }, 'P1.alert_types.0', 'there is no P1 alert type -1'],
      [
        { notifications: { data_centers: ['us2'], notification_types: ['Personalized Roost Open'] } },
        'notifications.notification_types.0',
        "there is no notification type 'Personalized Roost Open'",
      ],
    ]
    for (const [chosen, path, message] of wrong) {
      const refused = await submit(chosen)
      expect([refused.status, refused.problem.errors]).toEqual([
        400,
        [{ path: `body.subscriptions.${path}`, message }],
      ])
    }
    const many = { ...P1, services: Array.from({ length: 1_001 }, () => 'Expense') }
    for (const chosen of [{ P1: many }, { P1: { ...P1, alert_types: [2 ** 40] } }])
      expect((await submit(chosen)).status).toBe(400)
    expect(await getStored()).toEqual({ ...NOTHING, P1 })
  })

  test.each([
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['zh_Hans_CN', 'zh'],
    ['en-US', 'en'],
    ['xx', 'en'],
    ['ko', 'en'],
  ])('stores the language %s as %s', async (locale, expected) => {
    await server.db.update(locales).set({ isActive: false }).where(eq(locales.systemKey, 'ko'))
    expect((await submit({}, { locale })).status).toBe(200)
    expect((await getSubscriber())?.locale).toBe(expected)
    await server.db.update(locales).set({ isActive: true })
  })

  test('ten concurrent submissions leave one subscriber with one whole submission', async () => {
    const choices = ['Expense', 'Travel', 'Invoice', 'Request', 'Imaging'].flatMap((name) => [name, name])
    const P1 = await Promise.all(choices.map((name) => chooseExpense({ services: [name] })))
    const answers = await Promise.all(
      P1.map((lists, index) =>
        submit(
          { P1: lists },
          { email: index % 2 === 0 ? SUE : SUE.toUpperCase() },
          index % 3 === 0 ? helper : sue,
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(choices.map(() => 200))
    expect(await server.db.select().from(subscribers)).toHaveLength(1)
    expect(P1).toContainEqual((await getStored()).P1)
    expect(await listRows()).toHaveLength(1)
  })
})

describe('internal alert types', () => {
  const chooseInternal = async () => {
    const operator = await server.signInAs('operator')
    const { 'Internal Update': internal = 0, Update = 0 } = await typeIds('P1')
    const P1 = await chooseExpense({ alert_types: [Update, internal] })
    expect((await submit({ P1 }, { email: operator.email }, operator)).status).toBe(200)
    return { operator, internal, Update }
  }
  const getTypes = async () => (await listRows())[0]?.alertTypes

  test('that a person may not see any more are hidden, and end with the next submission', async () => {
    const { internal, Update } = await chooseInternal()
    await server.db.update(subscribers).set({ email: SUE })
    const { P1 } = await getStored()
    expect(P1.alert_types).toEqual([Update])
    expect(await getTypes()).toEqual([Update, internal])
    expect((await submit({ P1 })).status).toBe(200)
    expect(await getTypes()).toEqual([Update])
  })

  test('stay when somebody who may not see them submits', async () => {
    const { operator, internal, Update } = await chooseInternal()
    const helper = await signInWith(server, ['edit_subscriptions'])
    const { 'Service Restored': restored = 0 } = await typeIds('P1')
    const change = (P1: ChosenSubscriptions['P1']) =>
      plainSubscribe(helper, { email: operator.email, subscriptions: { ...NOTHING, P1 } })
    const answered = await change(await chooseExpense({ alert_types: [restored] }))
    expect(answered.body.userSubscriptions.P1.alert_types).toEqual([restored])
    expect(await getTypes()).toEqual([restored, internal])
    expect((await change(await chooseExpense({ alert_types: [Update, internal] }))).status).toBe(400)
    await change(NOTHING.P1)
    expect(await listRows()).toEqual([])
  })
})

/** Submits without the anti-forgery header that the web app sends. */
const plainSubscribe = (user: Person, body: object, headers: Record<string, string> = {}) =>
  callPlain(server.app, subscribe, {
    body: {
      auth: user.antiForgeryToken,
      subscriptions: NOTHING,
      email: user.email,
      ...body,
      audit_log_data: { application_name: 'Old client', user_email: user.email, action_name: 'subscribe' },
    },
    headers: { cookie: user.cookies, ...headers },
  })

describe('the anti-forgery token', () => {
  test('may be sent as auth, as older clients do', async () => {
    expect((await plainSubscribe(sue, { notifications: SOME_NOTIFICATIONS })).status).toBe(200)
    expect(await getSubscriber()).toBeTruthy()
  })

  test('is refused when it is wrong or missing, and nothing changes', async () => {
    const refusals = [
      await plainSubscribe(sue, { auth: 'forged' }),
      await plainSubscribe(sue, { auth: support.antiForgeryToken }),
      await plainSubscribe(sue, { auth: undefined }),
      await plainSubscribe(sue, { auth: '' }),
      await plainSubscribe(sue, { auth: 7 }),
      await plainSubscribe(sue, {}, { 'x-csrf-token': 'forged' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403))
    expect(refusals[0]?.problem.detail).toContain('anti-forgery')
    expect(await getSubscriber()).toBeUndefined()
  })

  test('is refused as auth by another call', async () => {
    await submit({})
    const refused = await callPlain(server.app, clearUuid, {
      body: {
        email: SUE,
        auth: sue.antiForgeryToken,
        audit_log_data: { application_name: 'Aviary', user_email: SUE, action_name: 'x' },
      },
      headers: { cookie: sue.cookies },
    })
    expect(refused.status).toBe(403)
  })
})

describe('somebody else', () => {
  test('with the right changes them, audited in their own name; the language stays', async () => {
    await submit({}, { locale: 'ja' })
    const P1 = await chooseExpense()
    expect((await submit({ P1 }, { locale: 'de' }, helper)).status).toBe(200)
    expect((await getStored()).P1).toEqual(P1)
    expect(await getSubscriber()).toMatchObject({ locale: 'ja' })
    expect(await lastAudit(server)).toMatchObject({ userEmail: helper.email, context: { email: SUE } })
    await submit({ P1 }, { email: 'New.Person@example.com', locale: 'de' }, helper)
    expect(await getSubscriber('new.person@example.com')).toMatchObject({ locale: 'de' })
  })

  test('without the right changes nothing, even with the right to read', async () => {
    for (const user of [sue, support]) {
      const refused = await submit({}, { email: 'ana@example.com' }, user)
      expect([refused.status, refused.problem.detail]).toEqual([
        403,
        "You may see and change your own subscriptions; those of others need the action 'Change what others are subscribed to'",
      ])
    }
    expect(await server.db.select().from(subscribers)).toEqual([])
  })
})

describe('clearing the profile', () => {
  const clear = (email: string, user = sue) => user.call(clearUuid, { body: { email } })

  test('replaces the uuid in the links of mails; the subscriptions stay', async () => {
    const P1 = await chooseExpense()
    await submit({ P1 })
    const before = await getSubscriber()
    const cleared = await clear('Sue.Subscriber@acme.example')
    expect(cleared.status).toBe(200)
    const after = await getSubscriber()
    expect(after?.uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(after?.uuid).not.toBe(before?.uuid)
    expect((await getStored()).P1).toEqual(P1)
    const audited = await lastAudit(server)
    expect(audited).toMatchObject({ actionName: 'Clear Profile', context: { email: SUE } })
    expect(JSON.stringify(audited?.context)).not.toContain(after?.uuid)
  })

  test('needs the right for others, and returns 404 for an unknown person', async () => {
    expect((await clear('ana@example.com')).status).toBe(403)
    const unknown = await clear('ana@example.com', support)
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'There is no subscriber ana@example.com'])
    await submit({})
    expect((await clear(SUE, support)).status).toBe(200)
  })
})
