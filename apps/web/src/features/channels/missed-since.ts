import type { Channel } from '@aviary/contract/channels/endpoints'
import { toWallTime } from '../../shared/time/utc-text.ts'

const MINUTE = 60_000

/**
 * Since when a channel may have missed events, for a datetime field; empty if it missed none. One minute earlier than
 * the first failed try or the pause, because what failed or was stopped then was created before.
 */
export function getMissedSince({ failing_since, paused }: Pick<Channel, 'failing_since' | 'paused'>): string {
  const times = [failing_since, paused?.since].flatMap((at) => (at ? [Date.parse(at)] : []))
  return times.length === 0 ? '' : toWallTime(Math.min(...times) - MINUTE)
}
