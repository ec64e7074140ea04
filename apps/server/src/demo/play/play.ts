import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@aviary/contract/client'
import { listBroadcasts, type Progress } from '@aviary/contract/deliveries/endpoints'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import { createMessage, listEmailComponents } from '@aviary/contract/messages/endpoints'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { type Random, randomFrom } from '../names.ts'
import { type Replay, toAffected, toAlerts, toChange, toJiraEvent, toMessage, typeOf } from './as-sent.ts'
import type { Doors } from './doors.ts'
import { type Action, type MessageStep, planSteps } from './plan-steps.ts'

export type PlaySettings = {
  doors: Doors
  /** Client with which a person posts the messages. */
  person: Client
  jira: Config['jira']
  clock: Clock
  /** Minutes of an incident's history that are played per minute. */
  speed: number
  /** Number of incidents to play; undefined for no limit. */
  incidents: number | undefined
  /** Number in the id of the first new incident. */
  firstNumber: number
  histories: readonly IncidentRecord[]
  changes: readonly Record<string, unknown>[]
  /** Ids of the companies that incidents can affect. */
  companies: readonly number[]
  say: (line: string) => void
  /** Ends the play before the next step. */
  signal: AbortSignal
}

type Player = PlaySettings & { random: Random; fieldsOf: (priority: string, type: string) => string[] }

/** Replays real incidents one after the other; real changes happen before, during and after each. */
export async function play(settings: PlaySettings): Promise<void> {
  const { services: components } = await settings.person(listEmailComponents)
  const player: Player = {
    ...settings,
    random: randomFrom(settings.firstNumber),
    fieldsOf: (priority, type) =>
      components.find((row) => row.priority_type === priority && row.message_type === type)?.system_names ??
      [],
  }
  const project = settings.jira.projects[0] ?? 'OPI'
  const last = settings.firstNumber + (settings.incidents ?? Number.POSITIVE_INFINITY)
  for (let number = settings.firstNumber; number < last && !settings.signal.aborted; number += 1) {
    const history = await choose(player)
    const replay = { jiraId: `${project}-${number}`, history, startedAt: settings.clock() }
    await playOne(player, replay)
  }
}

/** A random history whose incident is not shown as open already. */
async function choose({ person, histories, random }: Player): Promise<IncidentRecord> {
  const { payload } = await person(listIncidents, { query: { messages: 'false' } })
  const shown = new Set(payload.map(({ details }) => details))
  const offered = histories.filter(({ details }) => !shown.has(details))
  const history = offered[Math.floor(random() * offered.length)]
  if (!history) throw new Error('Every incident of the demo data is shown open already: close some first.')
  return history
}

async function playOne(player: Player, replay: Replay): Promise<void> {
  const { steps, lengthMs } = planSteps(replay.history, player.random)
  const begin = performance.now()
  const waitUntil = (at: number) =>
    pause(Math.max(0, begin + at / player.speed - performance.now()), undefined, {
      signal: player.signal,
    }).catch(() => undefined) // aborted: the loop below checks the signal
  let stage: Action['kind'] | undefined
  try {
    for (const step of steps) {
      await waitUntil(step.at)
      if (player.signal.aborted) break
      await take(player, replay, step)
      if (step.kind !== 'change') stage = step.kind
    }
    // The play was stopped while no incident was open: nothing else would clear the alert.
    if (stage === 'alert' || stage === 'resolve') {
      await take(player, replay, { kind: 'clear' })
      stage = 'clear'
    }
  } finally {
    if (stage === 'alert' || stage === 'resolve') player.say(`the alert stays: ${placesOf(replay.history)}`)
    else if (stage !== undefined && stage !== 'clear')
      player.say(`${replay.jiraId} stays open: the next run begins with a new incident`)
  }
  await waitUntil(lengthMs)
}

async function take(player: Player, replay: Replay, step: Action): Promise<void> {
  const { doors, clock, jira, say } = player
  const { jiraId, history } = replay
  const now = clock()
  switch (step.kind) {
    case 'change': {
      const record = player.changes[Math.floor(player.random() * player.changes.length)]
      if (!record) return
      await doors.sendChange(toChange(record, now))
      return say(`change deployed: ${record.summary}`)
    }
    case 'alert':
      replay.startedAt = now
      await doors.sendAlerts(toAlerts(replay))
      return say(`alert: ${placesOf(history)}: ${history.severity}`)
    case 'open':
      await doors.sendJira(toJiraEvent(replay, { event: 'created', now, isResolved: false }, jira))
      return say(`${jiraId} opened: ${history.details.split('\n')[0]}`)
    case 'affected': {
      const affected = toAffected(replay, player.companies, player.random)
      if (affected.length === 0) return
      await doors.sendAffected(affected)
      return say(`${jiraId} affects companies: ${affected.length}`)
    }
    case 'message':
      return say(`message posted on ${jiraId}: ${await post(player, replay, step)}`)
    case 'resolve':
      await doors.sendJira(toJiraEvent(replay, { event: 'updated', now, isResolved: true }, jira))
      return say(`${jiraId} resolved`)
    case 'clear':
      await doors.sendAlerts(toAlerts(replay, now))
      return say(`alert over: ${placesOf(history)}`)
  }
}

const placesOf = ({ affected_services, data_centers }: IncidentRecord): string =>
  `${affected_services.join(', ')} in ${data_centers.join(', ')}`

const NO_MAILS: Progress = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }

/** Posts and mails a message; returns its type and its number of recipients, as text. */
async function post(
  { person, clock, fieldsOf, speed }: Player,
  replay: Replay,
  step: MessageStep,
): Promise<string> {
  const { jiraId, history } = replay
  const type = typeOf(step.message.title, history)
  const fields = fieldsOf(history.priority_type, type)
  const body = toMessage(replay, step, { now: clock(), fields, speed })
  const { broadcast_id } = await person(createMessage, { body })
  const { broadcasts } = await person(listBroadcasts, { query: { reference: jiraId } })
  const sent = broadcasts.find((broadcast) => broadcast.broadcast_id === broadcast_id)
  const mails = Object.values(sent?.progress ?? NO_MAILS).reduce((sum, count) => sum + count, 0)
  return `${type}, to ${mails}`
}
