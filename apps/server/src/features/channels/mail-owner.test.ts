import { getDeliveredMail, listBroadcasts, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { explainMailed } from '@aviary/contract/subscribers/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { channelDeliveries, channelLanes, channels } from '../../database/tables/channels.ts'
import { broadcasts, deliveries, deliveryQueue } from '../../database/tables/mail.ts'

// The owner of a channel hears by mail that its receiver takes nothing: after a day, and when the channel is paused.

const HOUR = 3_600_000

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
  await site.server.db.execute(sql`
    insert into subscribers (email, locale, uuid, created_at, updated_at)
    values (${site.manager.email.toUpperCase()}, 'de', 'u-1', now(), now())`)
})
afterEach(async () => {
  await site.clear()
  for (const table of [deliveryQueue, deliveries, broadcasts]) await site.server.db.delete(table)
})
afterAll(() => site.close())

const failAlways = () => site.receiver.react(...Array(40).fill({ status: 503, body: 'out of <order>' }))

/** Makes the channel have failed for so long. */
const failFor = (id: number, ms: number) =>
  site.server.db
    .update(channels)
    .set({ failingSince: new Date(site.server.now().getTime() - ms) })
    .where(eq(channels.channelId, id))

/** Makes the next try due now, however long it would wait. */
async function tryAgain(id: number): Promise<void> {
  const now = site.server.now()
  for (const table of [channelDeliveries, channelLanes])
    await site.server.db
      .update(table)
      .set({ dueAt: now })
      .where(sql`channel_id = ${id} and due_at is not null`)
  await site.worker.wake()
}

const attempts = async (id: number) => (await site.deliveriesOf(id, site.administrator))[0]?.attempts

/** The mails about a channel, newest first, as an administrator reads them in the ledger. */
async function mailsAbout(id: number) {
  const { body } = await site.administrator.call(listDeliveries, { query: { reference: `CHN-${id}` } })
  return body.deliveries
}

async function read(delivery_id: number) {
  const { body } = await site.administrator.call(getDeliveredMail, { params: { id: delivery_id } })
  return body.mail
}

test('after 24 hours of nothing but failures the owner is mailed once, in their language', async () => {
  failAlways()
  const { id } = await site.createChannel({ name: 'Portal & <co>' })
  await site.post()
  await site.settled(id, ['deferred'])
  await failFor(id, 24 * HOUR - 60_000)
  await tryAgain(id)
  await expect.poll(() => attempts(id)).toBe(2)
  expect(await mailsAbout(id)).toEqual([])
  await failFor(id, 24 * HOUR)
  await tryAgain(id)
  await expect.poll(() => attempts(id)).toBe(3)
  const [mail, ...others] = await mailsAbout(id)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    ...{ email: site.manager.email, locale: 'de', state: 'queued', message_type: 'Channel Failing' },
  })
  const { subject, html, text } = await read(mail?.delivery_id ?? 0)
  expect(subject).toBe('Kanal „Portal & <co>“: seit 24 Stunden nichts angenommen')
  expect(text).toContain(`http://localhost:8080/channels/${id}`)
  expect(text).toContain('503 out of <order>')
  expect(text).toContain(new URL(site.receiver.url()).host)
  expect(text).toContain('weil dieser Kanal Ihnen gehört')
  expect(text).not.toContain('/hook')
  expect(html).toContain('out of &lt;order&gt;')

  await tryAgain(id)
  await expect.poll(() => attempts(id)).toBe(4)
  expect(await mailsAbout(id)).toHaveLength(1)

  // Once something was accepted, another day of failures is told again.
  site.receiver.react()
  await tryAgain(id)
  await site.settled(id, ['sent'])
  failAlways()
  await site.post()
  await site.settled(id, ['deferred', 'sent'])
  const before = new Date(site.server.now().getTime() - 48 * HOUR)
  await site.server.db.update(channels).set({ ownerMailedAt: before }).where(eq(channels.channelId, id))
  await failFor(id, 25 * HOUR)
  await tryAgain(id)
  await expect.poll(async () => (await mailsAbout(id)).length).toBe(2)
})

test('when its receiver is gone the owner is told that the channel is paused', async () => {
  site.receiver.react({ status: 410 })
  const { id } = await site.createChannel({}, site.administrator)
  await site.post()
  await expect.poll(async () => (await site.getChannel(id))?.paused?.reason).toBe('gone')
  const mails = await mailsAbout(id)
  expect(mails).toMatchObject([
    { email: site.administrator.email, locale: 'en', message_type: 'Channel Paused' },
  ])
  const { subject, text } = await read(mails[0]?.delivery_id ?? 0)
  expect(subject).toBe('Channel “Hook” is paused: the receiver is gone')
  expect(text).toContain('The receiver answered 410')
  // Only those who may see everybody’s channels find it in the ledger.
  const query = { reference: `CHN-${id}` }
  expect((await site.manager.call(listDeliveries, { query })).body.deliveries).toEqual([])
  expect((await site.manager.call(listBroadcasts, { query })).body.broadcasts).toEqual([])
  const hidden = { params: { id: mails[0]?.delivery_id ?? 0 } }
  expect((await site.manager.call(getDeliveredMail, hidden)).status).toBe(404)
  const question = { broadcast_id: mails[0]?.broadcast_id ?? 0, email: site.administrator.email }
  const explained = await site.administrator.call(explainMailed, { query: question })
  expect(explained.problem.detail).toContain('the owner of a channel')
})

test('when five days of failures pause the channel the owner is told, and not again', async () => {
  failAlways()
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  await failFor(id, 5 * 24 * HOUR + 60_000)
  // The tenth try is the last.
  await site.server.db
    .update(channelDeliveries)
    .set({ attempts: 9 })
    .where(eq(channelDeliveries.channelId, id))
  await tryAgain(id)
  await expect.poll(async () => (await site.getChannel(id))?.paused?.reason).toBe('failing')
  expect((await mailsAbout(id)).map(({ message_type }) => message_type)).toEqual(['Channel Paused'])
  const [mail] = await mailsAbout(id)
  expect((await read(mail?.delivery_id ?? 0)).subject).toContain('fünf Tage lang nichts angenommen')
  await site.post()
  expect(await mailsAbout(id)).toHaveLength(1)
})

test('the mail to the owner states since when in their time zone, too', async () => {
  await site.server.db.execute(sql`update subscribers set time_zone = 'Asia/Tokyo'`)
  failAlways()
  const { id } = await site.createChannel()
  await site.post()
  await site.settled(id, ['deferred'])
  await failFor(id, 24 * HOUR)
  await tryAgain(id)
  await expect.poll(() => attempts(id)).toBe(2)
  const [mail] = await mailsAbout(id)
  expect((await read(mail?.delivery_id ?? 0)).text).toMatch(/^Scheitert seit: .* UTC · .* GMT\+9$/m)
})
