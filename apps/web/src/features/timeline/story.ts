import type { Precedent } from '@aviary/contract/correlation/endpoints'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import type { CellStatus } from '@aviary/contract/status/rules'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'

export type RoleEntry = Extract<TimelineEntry, { kind: 'role' }>
export type Broadcast = Extract<TimelineEntry, { kind: 'broadcast' }>

/**
 * An entry of the story. A broadcast is part of its message's entry, or an entry of its own if the message is
 * deleted.
 */
export type StoryEntry = { at: string } & (
  | { kind: 'message'; message: ManagedMessage; broadcasts: readonly Broadcast[]; isStart: boolean }
  | { kind: 'broadcast'; broadcast: Broadcast }
  | { kind: 'start' | 'sla_end' | 'end' | 'next_update' }
  | StatusEntry
  | RoleEntry
  | { kind: 'change'; item: Precedent; isMinor: boolean }
)

/** A status change of a service in one or more data centers; `before` is missing for the first known status. */
export type StatusEntry = {
  kind: 'status'
  at: string
  service: string
  dataCenters: string[]
  before: CellStatus | undefined
  status: CellStatus
}

type StoryParts = {
  entries: readonly TimelineEntry[]
  messages: readonly ManagedMessage[]
  changes: readonly Precedent[]
  /** Promised time of the next update; null without a promise. */
  nextUpdateDue: string | null
}

/** Number of changes in the unfiltered story, the most relevant ones; the filter for changes shows all. */
const MAJOR_CHANGES = 5
/** A first message this close to the incident's start is one entry with the start. */
const START_IS_TOLD_WITHIN_MS = 10 * 60_000
/**
 * Equal status changes of one service in several data centers are one entry if they are this close together.
 */
const CHANGED_TOGETHER_WITHIN_MS = 60_000

const timeOf = ({ at }: { at: string }): number => Date.parse(at)

/** Merges the course of an incident into one list, oldest first. */
export function buildStory({ entries, messages, changes, nextUpdateDue }: StoryParts): StoryEntry[] {
  const broadcasts = entries.filter((entry) => entry.kind === 'broadcast')
  const start = entries.find(({ kind }) => kind === 'start')
  const opening = start && findOpening(messages, timeOf(start))
  const end = entries.find(({ kind }) => kind === 'end')
  const isMoot = (entry: TimelineEntry) =>
    entry.kind === 'sla_end' && end !== undefined && timeOf(entry) > timeOf(end)
  const shown = new Set(messages.map(({ id }) => id))
  const story: StoryEntry[] = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      at: message.created_date,
      message,
      broadcasts: broadcasts.filter(({ message_id }) => message_id === message.id),
      isStart: message === opening,
    })),
    ...broadcasts
      .filter(({ message_id }) => message_id === null || !shown.has(message_id))
      .map((broadcast) => ({ kind: 'broadcast' as const, at: broadcast.at, broadcast })),
    ...entries.flatMap((entry) =>
      (entry.kind === 'sla_end' && !isMoot(entry)) ||
      entry.kind === 'end' ||
      (entry.kind === 'start' && !opening)
        ? [{ kind: entry.kind, at: entry.at }]
        : [],
    ),
    ...(nextUpdateDue ? [{ kind: 'next_update' as const, at: nextUpdateDue }] : []),
    ...entries.filter((entry) => entry.kind === 'role'),
    ...joinStatusChanges(entries.filter((entry) => entry.kind === 'status')),
    ...changes.map((item, rank) => ({
      ...{ kind: 'change' as const, at: getChangeTime(item), item },
      isMinor: rank >= MAJOR_CHANGES,
    })),
  ]
  return story.sort((a, b) => timeOf(a) - timeOf(b))
}

const findOpening = (messages: readonly ManagedMessage[], start: number): ManagedMessage | undefined =>
  messages
    .filter(({ created_date }) => Math.abs(Date.parse(created_date) - start) <= START_IS_TOLD_WITHIN_MS)
    .toSorted((a, b) => a.created_epoch - b.created_epoch)[0]

const getChangeTime = (item: Precedent): string =>
  item.kind === 'change' ? item.change.effective_at : item.event.start_date

function joinStatusChanges(changes: readonly Extract<TimelineEntry, { kind: 'status' }>[]): StatusEntry[] {
  const known = new Map<string, CellStatus>()
  const joined: StatusEntry[] = []
  for (const { at, service, data_center, status } of changes) {
    const cell = `${service}\n${data_center}`
    const before = known.get(cell)
    known.set(cell, status)
    const together = joined.find(
      (entry) =>
        entry.service === service &&
        entry.status === status &&
        entry.before === before &&
        Date.parse(at) - timeOf(entry) <= CHANGED_TOGETHER_WITHIN_MS,
    )
    if (together) together.dataCenters.push(data_center)
    else joined.push({ kind: 'status', at, service, dataCenters: [data_center], before, status })
  }
  return joined
}

export const STORY_FILTERS = ['all', 'messages', 'broadcasts', 'status', 'people', 'changes'] as const
export type StoryFilter = (typeof STORY_FILTERS)[number]

const MATCHES: Record<StoryFilter, (entry: StoryEntry) => boolean> = {
  all: (entry) => entry.kind !== 'change' || !entry.isMinor,
  messages: ({ kind }) => kind === 'message',
  broadcasts: (entry) =>
    entry.kind === 'broadcast' || (entry.kind === 'message' && entry.broadcasts.length > 0),
  status: ({ kind }) => kind === 'status',
  people: ({ kind }) => kind === 'role',
  changes: ({ kind }) => kind === 'change',
}

export const filterStory = (story: readonly StoryEntry[], filter: StoryFilter): StoryEntry[] =>
  story.filter(MATCHES[filter])

/** Whether an entry is for the provider's own people. */
export function isInternalEntry(entry: StoryEntry): boolean {
  if (entry.kind === 'message')
    return (
      isInternalTitle(entry.message.title) || entry.broadcasts.some(({ audience }) => audience === 'INTERNAL')
    )
  if (entry.kind === 'broadcast') return entry.broadcast.audience === 'INTERNAL'
  // Names and notes of staff.
  if (entry.kind === 'role') return true
  return entry.kind === 'change' && entry.item.kind === 'maintenance' && entry.item.event.is_internal === 'Y'
}
