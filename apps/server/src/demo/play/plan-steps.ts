import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { Random } from '../names.ts'

const MINUTE_MS = 60_000
/** Time before the alert in which only changes happen. */
const QUIET_BEFORE_MS = 10 * MINUTE_MS
/** How long before its incident an alert fires. */
const ALERT_LEAD_MS = 2 * MINUTE_MS
const QUIET_AFTER_MS = 10 * MINUTE_MS
/** Shortest time between two changes, and the longest random time that is added. */
const CHANGE_GAP_MS = 5 * MINUTE_MS
const CHANGE_SPREAD_MS = 20 * MINUTE_MS

type Message = IncidentRecord['messages'][number]

/** `untilNextMs`: time until the next message, or the resolution. */
export type MessageStep = { kind: 'message'; message: Message; untilNextMs: number }
export type Action = { kind: 'change' | 'alert' | 'open' | 'affected' | 'resolve' | 'clear' } | MessageStep

/** `at`: milliseconds since the start of the replay, at the original speed. */
type Step = Action & { at: number }

/**
 * The steps that replay a closed incident, in order: alert, opening, messages at their original times, end.
 */
export function planSteps(history: IncidentRecord, random: Random): { steps: Step[]; lengthMs: number } {
  const opens = QUIET_BEFORE_MS + ALERT_LEAD_MS
  const start = Date.parse(history.start_date)
  const sinceStart = (time: string) => Math.max(0, Date.parse(time) - start)
  const times = history.messages.map((message) => opens + sinceStart(message.created_date))
  const ends = Math.max(opens + sinceStart(history.end_date ?? history.start_date), ...times)
  const messages = history.messages.map((message, index): Step => {
    const at = times[index] ?? opens
    return { at, kind: 'message', message, untilNextMs: (times[index + 1] ?? ends) - at }
  })
  const lengthMs = ends + QUIET_AFTER_MS
  const steps: Step[] = [
    { at: QUIET_BEFORE_MS, kind: 'alert' },
    { at: opens, kind: 'open' },
    { at: opens, kind: 'affected' },
    ...messages,
    { at: ends, kind: 'resolve' },
    { at: ends, kind: 'clear' },
    ...changeTimes(lengthMs, random).map((at): Step => ({ at, kind: 'change' })),
  ]
  // The sort is stable: steps with the same time stay in the order in which they are listed above.
  return { steps: steps.sort((one, other) => one.at - other.at), lengthMs }
}

function changeTimes(lengthMs: number, random: Random): number[] {
  const times: number[] = []
  for (let at = 0; at < lengthMs; at += CHANGE_GAP_MS + random() * CHANGE_SPREAD_MS) times.push(at)
  return times
}
