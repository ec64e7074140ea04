import type * as endpoints from '@aviary/contract/channels/endpoints'
import type { ChannelKind } from '@aviary/contract/channels/rules'
import { AddressRefused, type ChannelRules, checkReceiver, readReceiver } from '../../channels/public.ts'
import type { Preparation } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { type ChannelSettings, requireChannel } from './require-channel.ts'

/** Where a channel posts. */
export type Place = {
  /** A URL, token or key: secret. */
  address: string
  host: string
  target: string | null
}

/** The new channel's place, read before the transaction: asking for the address of a name takes time. */
export const prepareCreation = (
  { body }: Preparation<typeof endpoints.createChannel>,
  settings: ChannelSettings,
): Promise<Place> => readPlace(body, settings)

/** The new place of a channel; undefined if it keeps its own. */
export async function prepareUpdate(
  { db, params, body, person }: Preparation<typeof endpoints.updateChannel>,
  settings: ChannelSettings,
): Promise<Place | undefined> {
  if (body.address === undefined) return undefined
  const { channel } = await requireChannel(db, params.id, person())
  const target = body.target ?? channel.target ?? undefined
  return readPlace({ kind: channel.kind, address: body.address, target }, settings)
}

type Submitted = { kind: ChannelKind; address: string; target?: string | undefined }

async function readPlace({ kind, address, target }: Submitted, { rules }: ChannelSettings): Promise<Place> {
  const place = { address, target: readTarget(kind, target ?? null) }
  if (kind === 'slack') return { ...place, host: readToken(address, rules) }
  if (kind === 'pagerduty') return { ...place, host: readRoutingKey(address, rules) }
  if (kind === 'teams' && URL.canParse(address) && RETIRED.test(new URL(address).hostname))
    throw fault(
      'address',
      'Connectors of Office 365 no longer exist. Create a workflow in Teams and use its address.',
    )
  const url = await readUrl(address, rules)
  return { ...place, address: url.href, host: url.host }
}

/** Hosts of the connectors that Microsoft has ended. */
const RETIRED = /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com)$/

/** The Slack channel of a Slack app; other kinds have none. */
export function readTarget(kind: ChannelKind, target: string | null): string | null {
  if (kind !== 'slack') return null
  if (target === null) throw fault('target', 'is required for a Slack app: the id of a Slack channel')
  return target
}

function readToken(token: string, rules: ChannelRules): string {
  if (!/^xoxb-[A-Za-z0-9-]{10,}$/.test(token))
    throw fault('address', 'use the bot token of a Slack app: it begins with xoxb-')
  return readHost(rules.slackUrl, rules)
}

function readRoutingKey(key: string, rules: ChannelRules): string {
  if (!/^[A-Za-z0-9]{32}$/.test(key))
    throw fault('address', 'use the integration key of a PagerDuty service: 32 letters and digits')
  return readHost(rules.pagerDutyUrl, rules)
}

/** The host that the operator has set. Throws if nothing may be posted there. */
function readHost(url: string, rules: ChannelRules): string {
  try {
    return readReceiver(url, rules).host
  } catch (error) {
    throw toFault(error)
  }
}

async function readUrl(address: string, rules: ChannelRules): Promise<URL> {
  try {
    const url = readReceiver(address, rules)
    await checkReceiver(url, rules)
    return url
  } catch (error) {
    throw toFault(error)
  }
}

const toFault = (error: unknown) =>
  error instanceof AddressRefused ? fault('address', error.message) : error
