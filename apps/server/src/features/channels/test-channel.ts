import type * as endpoints from '@aviary/contract/channels/endpoints'
import type { WebhookEvent } from '@aviary/contract/channels/events'
import { newEventName, send } from '../../channels/public.ts'
import type { Call, Preparation } from '../../http/call.ts'
import { Conflict } from '../../http/errors.ts'
import { type ChannelSettings, requireChannel } from './require-channel.ts'

const MESSAGE = 'This is a test. Events of this channel will look like this one.'

/** Sends one test event, before the transaction: a receiver may take seconds to answer. */
export const prepareTest =
  ({ rules, sealer }: ChannelSettings) =>
  async ({ db, params, now, person }: Preparation<typeof endpoints.testChannel>) => {
    const { channel } = await requireChannel(db, params.id, person())
    if (!sealer) throw new Conflict('Channels need the setting SECRETS_KEY. Ask an operator to set it.')
    if (channel.pauseReason === 'key')
      throw new Conflict('The address and secret of this channel were encrypted with a key that is lost.')
    const event: WebhookEvent = {
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { message: MESSAGE },
    }
    const bodies = { en: JSON.stringify(event) }
    const sent = await send(
      { ...channel, name: newEventName(), bodies, chat: undefined },
      { rules, sealer, clock: () => now },
    )
    return { channel, sent }
  }

export async function testChannel(
  call: Call<typeof endpoints.testChannel>,
  { channel, sent }: Awaited<ReturnType<ReturnType<typeof prepareTest>>>,
) {
  const { status, answer, ms } = sent.answer
  const attempt = { at: call.now.toISOString(), status, answer, ms }
  const is_accepted = sent.verdict === 'accepted'
  call.audit({ channel_id: channel.channelId, name: channel.name, is_accepted, status })
  return { is_accepted, attempt }
}
