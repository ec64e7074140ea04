import type { CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { eq } from 'drizzle-orm'
import { roles } from '../../src/database/tables/access.ts'
import { alertTypes } from '../../src/database/tables/reference.ts'
import { createUser, createUserRole, newSecret, sha256 } from '../../src/features/session/public.ts'
import { createSession, getUserByEmail } from '../../src/features/session/queries.ts'
import { loadMailNames } from '../../src/mail-names.ts'
import { callAs, openTestApp, type Person } from '../app.ts'
import { incidentRecord, ingest } from '../ingest.ts'
import { type HeldMail, startHoldingMailServer } from './held-mails.ts'
import { type HeldRequest, startHoldingReceiver } from './held-requests.ts'
import { openActivity, openSender, type Sender, type Site } from './sender.ts'

export const PEOPLE = [
  'ana@acme.example',
  'bob@acme.example',
  'cleo@customer.example',
  'dan@customer.example',
  'eve@other.example',
] as const
export const INTERNAL_DOMAIN = 'acme.example'
export const MESSAGE_TYPES = ['Update', 'Internal Update'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]
const INCIDENTS = ['OPI-1', 'OPI-2']
const START = new Date('2026-08-20T12:00:00Z')
/** Sessions idle for two hours end. */
const SIGNED_IN_FOR_MS = 60 * 60_000
const ADMINISTRATOR = 'adele.admin@acme.example'

type WorldOptions = {
  databaseUrl?: string
  /** Gets what real processes send. There are no simulated ones then, and time passes by itself. */
  live?: { onMail: (mail: HeldMail) => void; onRequest: (request: HeldRequest) => void }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The small world of the model: five people, two incidents, a mail server and a receiver that hold every answer back,
 * and processes that run only when they are told to.
 */
export async function openWorld({ databaseUrl, live }: WorldOptions = {}) {
  let elapsed = 0
  const activity = openActivity()
  const realNow = performance.now
  performance.now = () => realNow.call(performance) + elapsed
  const mailTries: Site['mailTries'] = []
  const hookTries: Site['hookTries'] = []
  const mailServer = await startHoldingMailServer((mail) => {
    if (live) return live.onMail(mail)
    // After a 421 on a connection that was in use before, a lane offers the mail once more on a new one.
    const mailTry = mailTries.find(
      ({ sender, deliveryId, held, isOver }) =>
        !isOver && (!held || held.isOver()) && sender.name === mail.from && nameOf(deliveryId) === mail.name,
    )
    if (mailTry) mailTry.held = mail
    activity.note()
  })
  const receiver = await startHoldingReceiver((request) => {
    if (live) return live.onRequest(request)
    const hookTry = hookTries.find(({ path, held, isOver }) => !held && !isOver && path === request.path)
    if (hookTry) hookTry.held = request
    activity.note()
  })
  const server = await openTestApp({
    now: live ? new Date() : START,
    environment: {
      INTERNAL_MAIL_DOMAINS: INTERNAL_DOMAIN,
      CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
      CHANNEL_PORTS: String(receiver.port),
    },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  if (!live) await server.db.execute(ONLY_MESSAGES)
  const { nameOf, deliveryOf } = await loadMailNames(server.db)
  const site: Site = {
    databaseUrl: server.databaseUrl,
    now: server.now,
    elapsed: () => elapsed,
    mailServerUrl: mailServer.url,
    hookPort: receiver.port,
    nameOf,
    mailTries,
    hookTries,
    activity,
  }
  const typeIds = new Map<string, number>()
  for (const type of await server.db.select().from(alertTypes))
    if (type.priorityType === 'P1') typeIds.set(type.name, type.alertTypeId)

  const [administrators] = await server.db.select().from(roles).where(eq(roles.isAdmin, true)).limit(1)
  for (const email of [ADMINISTRATOR, ...PEOPLE]) {
    if (await getUserByEmail(server.db, email)) continue
    const user = await createUser(server.db, email, START)
    // Everybody may choose internal types: what keeps internal news from outsiders is the audience.
    await createUserRole(server.db, user?.userId ?? 0, administrators?.systemName ?? '')
  }

  const sessions = new Map<string, { person: Person; at: number }>()
  const signIn = async (email: string): Promise<Person> => {
    const now = server.now()
    const known = sessions.get(email)
    if (known && now.getTime() - known.at < SIGNED_IN_FOR_MS) return known.person
    const user = await getUserByEmail(server.db, email)
    const [sessionId, antiForgeryToken] = [newSecret(), newSecret()]
    await createSession(server.db, {
      ...{
        idHash: sha256(sessionId),
        userId: user?.userId ?? 0,
        antiForgeryToken,
        createdAt: now,
        lastSeenAt: now,
      },
      expiresAt: new Date(now.getTime() + 12 * 3600_000),
    })
    const signed = {
      email,
      cookies: `aviary_session=${sessionId}; tokens=${antiForgeryToken}`,
      antiForgeryToken,
    }
    const person = { ...signed, call: callAs(server.app, signed) }
    sessions.set(email, { person, at: now.getTime() })
    return person
  }

  let senders: Sender[] = []
  let opened = 0
  const addSender = async () => {
    opened += 1
    const sender = await openSender(site, `process-${opened}`)
    senders.push(sender)
    return sender
  }

  return {
    ...{ server, site, mailServer, receiver, typeIds, deliveryOf },
    senders: () => senders,
    /** Calls as the administrator, or as one of the people. */
    call: async <E extends Endpoint>(endpoint: E, input: CallInput<E>, email: string = ADMINISTRATOR) =>
      (await signIn(email)).call(endpoint, input),
    setInternal: (incident: number, isInternal: boolean) =>
      ingest(server, 'incidents', [
        incidentRecord(INCIDENTS[incident] ?? '', { is_internal: isInternal ? 'Y' : 'N' }),
      ]),
    jiraIdOf: (incident: number) => INCIDENTS[incident] ?? '',
    pass: (ms: number) => {
      elapsed += ms
      server.setNow(new Date(server.now().getTime() + ms))
    },
    replace: async (sender: Sender) => {
      sender.kill()
      senders = senders.filter((other) => other !== sender)
      await addSender()
    },
    /** Starts a run: an empty ledger, nobody subscribed, two new processes. */
    begin: async () => {
      sessions.clear()
      server.setNow(live ? new Date() : START)
      mailTries.length = 0
      hookTries.length = 0
      await server.db.execute(EMPTY)
      senders = []
      for (let count = 0; count < (live ? 0 : 2); count += 1) await addSender()
    },
    end: async (isGraceful: boolean) => {
      for (const sender of senders) {
        if (isGraceful) await sender.stop()
        else sender.kill()
      }
    },
    close: async () => {
      performance.now = realNow
      await server.close()
      await mailServer.close()
      await receiver.close()
    },
  }
}

const EMPTY = `
  delete from delivery_events; delete from deliveries; delete from delivery_queue; delete from broadcasts;
  delete from subscribers; delete from channel_attempts; delete from channel_deliveries; delete from channel_events;
  delete from channels; delete from message_changes; delete from incident_messages;`

/** The model has messages and what follows of incidents: what channels hear of the status has tests of its own. */
const ONLY_MESSAGES = `
  create function keep_modelled() returns trigger language plpgsql as $$
    begin
      if (select type ~ '^(message|incident)\\.' from channel_events where event_id = new.event_id) then return new; end if;
      return null;
    end $$;
  create trigger keep_modelled before insert on channel_deliveries for each row execute function keep_modelled();`
