import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterAll(() => site.close())

/** More than one process serves at the same time. */
const [HANGING, OTHERS] = [64, 6]

test('receivers that hang for the first time, more than a process serves at once, leave room for others', async () => {
  for (let n = 0; n < HANGING + OTHERS; n += 1)
    await site.createChannel({ name: `Channel ${n}` }, n < 50 ? site.manager : site.administrator)
  site.receiver.react(...Array.from({ length: HANGING }, () => 'hang' as const))
  await site.post()
  await expect.poll(() => site.receiver.requests.length, { timeout: 60_000 }).toBe(HANGING + OTHERS)
  const { rows } = await site.server.db.execute(sql`select from channel_attempts where status is null`)
  expect(rows).toHaveLength(0)
  // Ends the requests that hang, so that nothing is served when the site closes.
  site.receiver.cut()
}, 90_000)
