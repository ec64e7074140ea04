import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'

const CHANNELS = 40

let site: ChannelSite
beforeAll(async () => {
  site = await openChannelSite()
  for (let n = 0; n < CHANNELS; n += 1) await site.createChannel({ name: `Channel ${n}` })
})
afterAll(() => site.close())

const countStates = async () => {
  const { rows } = await site.server.db.execute<{ states: Record<string, number> }>(sql`
    select jsonb_object_agg(state, n) as states from (
      select state, count(*) as n from channel_deliveries group by state) as counted`)
  return rows[0]?.states
}
const countBatches = async () => {
  const { rows } = await site.server.db.execute<{ tries: number }>(sql`select tries from batches`)
  return rows.map(({ tries }) => tries)
}

/** Notes how many tries each statement records; `refuses`: refuses more than one. */
const watch = (refuses: boolean) =>
  site.server.db.execute(
    sql.raw(`
      drop table if exists batches; create table batches (tries int);
      create or replace function note_batch() returns trigger language plpgsql as $$ begin
        insert into batches select count(*) from added;
        if ${refuses} and (select count(*) from added) > 1 then raise 'no more than one'; end if;
        return null;
      end $$;
      create or replace trigger note_batch after insert on channel_attempts
        referencing new table as added for each statement execute function note_batch();`),
  )

test('accepted tries are recorded in batches, each delivery once, and free their channels at once', async () => {
  await watch(false)
  await site.server.db.execute(sql`update channels set failing_since = '2026-08-01T00:00:00Z'`)
  await site.server.db.execute(sql`update channel_lanes set is_failing = channel_id % 2 = 0`)
  await site.post()
  await expect.poll(countStates).toEqual({ sent: CHANNELS })
  const batches = await countBatches()
  expect(batches.reduce((sum, tries) => sum + tries, 0)).toBe(CHANNELS)
  expect(batches.length).toBeLessThan(CHANNELS)
  expect(site.receiver.requests).toHaveLength(CHANNELS)
  const { rows } = await site.server.db.execute(sql`
    select from channel_lanes join channels using (channel_id)
    where worker is not null or leased_until is not null or due_at is not null or is_failing
      or failing_since is not null`)
  expect(rows).toHaveLength(0)
  const { rows: attempts } = await site.server.db.execute(sql`
    select from channel_deliveries d join channel_attempts a using (delivery_id)
    where d.attempts = 1 and d.response = '204' and a.status = 204 and d.sent_at = a.at`)
  expect(attempts).toHaveLength(CHANNELS)
})

test('a batch that cannot be recorded is recorded one by one, and nothing is sent again', async () => {
  await watch(true)
  const before = site.receiver.requests.length
  await site.post()
  await expect.poll(countStates).toEqual({ sent: CHANNELS * 2 })
  expect(site.receiver.requests).toHaveLength(before + CHANNELS)
})
