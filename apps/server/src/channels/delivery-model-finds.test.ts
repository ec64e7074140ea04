import type pg from 'pg'
import { expect, test } from 'vitest'
import { simulate, stepsOf } from '../../testing/delivery-model/simulate.ts'
import { openWorld, type World } from '../../testing/delivery-model/world.ts'

// Faults that are planted into the database of the model, or into the statements that reach it: the model finds each of
// them, or it would say nothing about those that nobody knows.

const MOST_RUNS = 40
const COMMANDS = 30

/** Runs the model until it finds something; returns what. */
async function find(world: World): Promise<string | undefined> {
  for (let seed = 1; seed <= MOST_RUNS; seed += 1) {
    const { broken } = await simulate(world, stepsOf(seed, COMMANDS))
    if (broken !== undefined) return broken
  }
  return undefined
}

type Query = (statement: string | { text: string }, ...rest: unknown[]) => unknown

/** Leaves a part out of the statements of the server. */
function leaveOut({ server }: World, part: RegExp, instead: string): void {
  const pool = (server.db as unknown as { $client: pg.Pool }).$client // drizzle's member, which its type omits
  const change = (target: { query: Query }) => {
    const query = target.query.bind(target)
    target.query = (statement, ...rest) => {
      if (typeof statement === 'string' || !part.test(statement.text)) return query(statement, ...rest)
      return query({ ...statement, text: statement.text.replace(part, instead) }, ...rest)
    }
  }
  change(pool as unknown as { query: Query })
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (!known.has(client)) change(client as unknown as { query: Query })
    known.add(client)
  })
}

const trigger = (table: string, when: string, body: string) => `
  create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
  create trigger planted ${when} on ${table} for each row execute function planted();`

type Fault = { plant: (world: World) => Promise<unknown>; finds: RegExp }

const inDatabase = (text: string) => (world: World) => world.server.db.execute(text)

const FAULTS: Record<string, Fault> = {
  'a mail that a killed process had claimed is never claimed again': {
    plant: inDatabase(
      trigger(
        'delivery_queue',
        'before update',
        'if new.worker is not null then new.due_at := null; end if; return new;',
      ),
    ),
    finds: /is lost|goes on|without another try/,
  },
  'a claim of a mail keeps no other process from claiming it': {
    plant: inDatabase(
      trigger(
        'delivery_queue',
        'before update',
        'if new.worker is not null then new.due_at := old.due_at; end if; return new;',
      ),
    ),
    finds: /while another process holds it|a second time/,
  },
  'a claim of a channel is lost with the killed process': {
    plant: inDatabase(
      trigger(
        'channel_lanes',
        'before update',
        `if new.worker is not null then new.leased_until := '2999-01-01'; end if; return new;`,
      ),
    ),
    finds: /is lost/,
  },
  'a mail is inserted twice': {
    plant: inDatabase(`
      drop index deliveries_recipient;
      ${trigger(
        'delivery_queue',
        'after insert',
        `if pg_trigger_depth() = 1 then
          with twin as (
            insert into deliveries (broadcast_id, subscriber_id, email, locale, company_id, state, created_at)
            select broadcast_id, subscriber_id, email, locale, company_id, state, created_at
            from deliveries where delivery_id = new.delivery_id returning delivery_id
          )
          insert into delivery_queue (delivery_id, broadcast_id, state, due_at)
          select delivery_id, new.broadcast_id, new.state, new.due_at from twin;
        end if; return null;`,
      )}`),
    finds: /goes to/,
  },
  'a delivery to a channel is inserted twice': {
    plant: inDatabase(`
      drop index channel_deliveries_event;
      ${trigger(
        'channel_deliveries',
        'after insert',
        `if pg_trigger_depth() = 1 then
          insert into channel_deliveries (channel_id, event_id, state, due_at, created_at)
          values (new.channel_id, new.event_id, new.state, new.due_at, new.created_at);
        end if; return null;`,
      )}`),
    finds: /goes to the channels/,
  },
  'the audience of mails is not checked': {
    plant: async (world) => {
      leaveOut(
        world,
        /lower\(split_part\("subscribers"."email", '@', 2\)\) = any\(([^)]*)\)/,
        '$1 is not null',
      )
    },
    finds: /goes to/,
  },
  'the choice of events is not asked for': {
    plant: async (world) => {
      leaveOut(world, /(\$\d+) = any\("channels"."event_groups"\)/, '$1::text is not null')
    },
    finds: /goes to the channel|nobody made the event/,
  },
  'a choice of fewer events stops what was chosen before': {
    plant: inDatabase(
      trigger(
        'channels',
        'after update of event_groups',
        `if not new.event_groups @> old.event_groups then
          update channel_deliveries set state = 'stopped', due_at = null
          where channel_id = new.channel_id and due_at is not null;
        end if; return null;`,
      ),
    ),
    finds: /without a reason/,
  },
  'the audience of channels is not checked': {
    plant: async (world) => {
      await world.server.db.execute('drop trigger channel_deliveries_audience on channel_deliveries')
      leaveOut(
        world,
        /\((\$\d+|"channel_events"."audience") = 'EXTERNAL' or "channels"."audience" = 'INTERNAL'\)/,
        '$1::text is not null',
      )
    },
    finds: /goes to the channel|is internal, and was posted/,
  },
}

test.each(Object.entries(FAULTS))(
  'the model finds that %s',
  { timeout: 600_000 },
  async (_name, { plant, finds }) => {
    const world = await openWorld()
    try {
      await plant(world)
      expect(await find(world)).toMatch(finds)
    } finally {
      await world.close()
    }
  },
)
