import * as endpoints from '@aviary/contract/channels/endpoints'
import { listToldChannels } from '@aviary/contract/channels/ledger-endpoints'
import { everybodysChannels } from '@aviary/contract/channels/rules'
import { type Route, serve, servePrepared } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import { may } from '../../http/permission.ts'
import { listTold } from './ledger/list-told.ts'
import { prepareCreation, prepareUpdate } from './place.ts'
import { presentChannels, presentDelivery } from './present.ts'
import * as queries from './queries.ts'
import { type ChannelSettings, requireChannel } from './require-channel.ts'
import { prepareTest, testChannel } from './test-channel.ts'
import {
  createChannel,
  deleteChannel,
  pauseChannel,
  replayChannel,
  rotateSecret,
  updateChannel,
} from './write-channel.ts'

/** How often one caller may make this server send a test. */
const TESTS = { rateLimit: { max: 120, perSeconds: 60 } }

export const channelRoutes = (settings: ChannelSettings): Route[] => [
  serve(endpoints.listChannels, async ({ db, query, person, now }) => {
    const ownerId = may(person(), everybodysChannels) ? undefined : person().userId
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listChannels(db, { ownerId, ...page }),
    )
    return { channels: await presentChannels(db, rows, now), more_results }
  }),

  serve(endpoints.getChannel, async ({ db, params, person, now }) => {
    const [channel] = await presentChannels(db, [await requireChannel(db, params.id, person())], now)
    if (!channel) throw new Error('The channel was just read')
    return { channel }
  }),

  servePrepared(endpoints.createChannel, {
    prepare: (call) => prepareCreation(call, settings),
    handle: createChannel(settings),
  }),
  servePrepared(endpoints.updateChannel, {
    prepare: (call) => prepareUpdate(call, settings),
    handle: updateChannel(settings),
  }),
  serve(endpoints.deleteChannel, deleteChannel),
  serve(endpoints.pauseChannel, pauseChannel),
  serve(endpoints.rotateChannelSecret, rotateSecret(settings)),
  servePrepared(endpoints.testChannel, { prepare: prepareTest(settings), handle: testChannel }, TESTS),

  serve(endpoints.listChannelDeliveries, async ({ db, params, query, person }) => {
    await requireChannel(db, params.id, person())
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listDeliveries(db, { channelId: params.id, state: query.state, ...page }),
    )
    return { deliveries: rows.map(presentDelivery), more_results }
  }),

  serve(endpoints.getChannelDelivery, async ({ db, params, person }) => {
    const { channel } = await requireChannel(db, params.id, person())
    const row = await queries.getDelivery(db, params.id, params.delivery)
    if (!row) throw new NotFound(`There is no delivery ${params.delivery} of this channel`)
    const bodies = await queries.getBodies(db, params.delivery)
    const attempts = await queries.listAttempts(db, params.delivery)
    return {
      delivery: presentDelivery(row),
      body: bodies[channel.locale] ?? bodies.en ?? '',
      attempts: attempts.map(({ at, status, answer, ms }) => ({ at: at.toISOString(), status, answer, ms })),
    }
  }),

  serve(endpoints.replayChannel, replayChannel),

  serve(listToldChannels, listTold),
]
