import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { runOn } from '../../../testing/queries.ts'
import { sleepThrough } from '../../../testing/sleep.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { channelLanes } from '../../database/tables/channels.ts'

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => site.close())

test('a lane of another process is taken over after its lease, but not soon after the database was away', async () => {
  const { server, worker } = site
  const { id } = await site.createChannel()
  await server.db
    .update(channelLanes)
    .set({ worker: 'dead', leasedUntil: new Date(server.now().getTime() + 30_000) })
    .where(eq(channelLanes.channelId, id))
  await site.post()
  await site.settled(id, ['queued'])

  const away = vi.spyOn(server.db, 'execute').mockRejectedValue(new Error('Connection terminated'))
  server.setNow(new Date(server.now().getTime() + 31_000))
  await runOn(server, `notify aviary_changed, '{"topics":["channels"],"sessions":[],"from":"test"}'`)
  await waitFor(() => expect(worker.log.join()).toContain('channels are not being served'))
  away.mockRestore()
  const statements = vi.spyOn(server.db, 'execute')
  await waitFor(() => expect(statements.mock.calls.length).toBeGreaterThan(4))
  await site.settled(id, ['queued'])
  sleepThrough(16_000)
  await site.settled(id, ['sent'])
})
