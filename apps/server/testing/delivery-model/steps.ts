import { EVENT_GROUPS, type EventGroup } from '@aviary/contract/channels/rules'
import fc from 'fast-check'

/** What the mail server answers to one mail; `hold`: nothing yet. */
export type MailReply = 'accept' | 'hold' | 450 | 550 | 421 | 'cut' | 'accept and cut'
/** What a receiver answers to one request; `hold`: nothing yet. */
export type HookReply = 'hold' | 'cut' | 204 | 404 | 410 | 429 | 500

/** One command of the model, as plain data: a failing run is a list that a test can repeat. */
export type Step =
  | { do: 'post'; incident: number; isInternal: boolean; isGerman: boolean; isMailed: boolean }
  | { do: 'edit' | 'correct'; pick: number; isGerman: boolean }
  | { do: 'delete'; pick: number }
  | { do: 'subscribe'; person: number; isInternal: boolean; isPublic: boolean; isGerman: boolean }
  | { do: 'unsubscribe'; person: number }
  | {
      do: 'open channel'
      pick: number
      isForStaff: boolean
      isInternal: boolean
      isPublic: boolean
      isGerman: boolean
    }
  | { do: 'choose events'; pick: number; events: EventGroup[] }
  | { do: 'close channel' | 'pause channel' | 'resume channel' | 'replay all'; pick: number }
  | { do: 'replay' | 'retry'; pick: number }
  | { do: 'turn internal'; incident: number; isInternal: boolean }
  | { do: 'answer mails'; replies: MailReply[] }
  | { do: 'answer requests'; replies: HookReply[] }
  | { do: 'pass'; seconds: number }
  | { do: 'jump'; process: number; seconds: number }
  | { do: 'freeze' | 'thaw' | 'kill'; process: number; isAccepted: boolean }
  | { do: 'lose database'; when: 'before' | 'after' }

const pick = fc.nat(30)
const bool = fc.boolean()
/** True three times out of four. */
const mostly = fc.integer({ min: 0, max: 3 }).map((n) => n > 0)
const process = fc.nat(1)
const incident = fc.integer({ min: 0, max: 3 }).map((n) => (n === 3 ? 1 : 0))

const weighted = <T>(...pairs: [weight: number, value: T][]) =>
  fc.oneof(...pairs.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))
const mailReply = weighted<MailReply>(
  [6, 'accept'],
  [3, 'hold'],
  [2, 450],
  [2, 550],
  [1, 421],
  [1, 'cut'],
  [1, 'accept and cut'],
)
const hookReply = weighted<HookReply>(
  [6, 204],
  [3, 'hold'],
  [2, 500],
  [1, 429],
  [1, 404],
  [1, 410],
  [1, 'cut'],
)
const seconds = weighted([4, 5], [4, 31], [3, 130], [3, 400], [2, 2_000], [1, 20_000], [1, 100_000])
const jump = weighted([2, 20], [2, 45], [1, 4_000], [2, -20], [1, -4_000], [2, 0])
const is = <T extends Step['do']>(name: T) => fc.constant(name)

const weightedSteps: [weight: number, fc.Arbitrary<Step>][] = [
  [7, fc.record({ do: is('post'), incident, isInternal: bool, isGerman: bool, isMailed: mostly })],
  [2, fc.record({ do: is('edit'), pick, isGerman: bool })],
  [4, fc.record({ do: is('correct'), pick, isGerman: bool })],
  [2, fc.record({ do: is('delete'), pick })],
  [
    3,
    fc.record({ do: is('subscribe'), person: fc.nat(4), isInternal: bool, isPublic: mostly, isGerman: bool }),
  ],
  [1, fc.record({ do: is('unsubscribe'), person: fc.nat(4) })],
  [
    3,
    fc.record({
      ...{ do: is('open channel'), pick: fc.nat(2) },
      ...{ isForStaff: bool, isInternal: bool, isPublic: mostly, isGerman: bool },
    }),
  ],
  [3, fc.record({ do: is('choose events'), pick, events: fc.subarray([...EVENT_GROUPS], { minLength: 1 }) })],
  [1, fc.record({ do: is('close channel'), pick })],
  [1, fc.record({ do: is('pause channel'), pick })],
  [2, fc.record({ do: is('resume channel'), pick })],
  [1, fc.record({ do: is('replay all'), pick })],
  [1, fc.record({ do: is('replay'), pick })],
  [2, fc.record({ do: is('retry'), pick })],
  [2, fc.record({ do: is('turn internal'), incident: fc.nat(1), isInternal: bool })],
  [8, fc.record({ do: is('answer mails'), replies: fc.array(mailReply, { minLength: 4, maxLength: 4 }) })],
  [8, fc.record({ do: is('answer requests'), replies: fc.array(hookReply, { minLength: 6, maxLength: 6 }) })],
  [7, fc.record({ do: is('pass'), seconds })],
  [1, fc.record({ do: is('jump'), process, seconds: jump })],
  [2, fc.record({ do: is('freeze'), process, isAccepted: bool })],
  [2, fc.record({ do: is('thaw'), process, isAccepted: bool })],
  [2, fc.record({ do: is('kill'), process, isAccepted: bool })],
  [2, fc.record({ do: is('lose database'), when: fc.constantFrom('before' as const, 'after' as const) })],
]

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...weightedSteps.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** Before the first command: everybody has subscribed to something, and there are three channels. */
export const FIRST_STEPS: readonly Step[] = [
  { do: 'subscribe', person: 0, isInternal: true, isPublic: true, isGerman: false },
  { do: 'subscribe', person: 1, isInternal: true, isPublic: false, isGerman: true },
  { do: 'subscribe', person: 2, isInternal: true, isPublic: true, isGerman: true },
  { do: 'subscribe', person: 3, isInternal: false, isPublic: true, isGerman: false },
  { do: 'open channel', pick: 0, isForStaff: true, isInternal: true, isPublic: true, isGerman: false },
  { do: 'open channel', pick: 1, isForStaff: false, isInternal: true, isPublic: true, isGerman: true },
  { do: 'open channel', pick: 2, isForStaff: false, isInternal: false, isPublic: true, isGerman: false },
]
