import { listBroadcasts, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { listReminders, putOffUpdate } from '@aviary/contract/reminders/endpoints'
import { getUserSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'
import { incidentRecord, ingest } from './ingest.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
/** A time some minutes after the clock of the tests begins. */
export const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)
export const inMinutes = (minutes: number): string => at(minutes).toISOString()

let number = 0

/** Opens an incident and gives access to its promises and reminders. `poster` posts the messages. */
export async function openMissed(server: TestApp, poster: Person, changes: Record<string, unknown> = {}) {
  number += 1
  const jiraId = `OPI-${number}`
  const update = (more: Record<string, unknown>) =>
    ingest(server, 'incidents', [incidentRecord(jiraId, { ...changes, ...more })])
  server.setNow(NOW)
  await update({})
  const support = await server.signInAs('support')

  return {
    jiraId,
    update,
    /** Posts a message, at a time in minutes, that promises the next one. */
    post: async (minutes: number, promised: number | null, fields: object = {}) => {
      server.setNow(at(minutes))
      const { status, body } = await poster.call(createMessage, {
        body: {
          ...{ jira_id: jiraId, priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
          ...{ broadcast: 'N', next_update_due: promised === null ? null : inMinutes(promised) },
          ...fields,
        },
      })
      expect(status).toBe(200)
      return body.message
    },
    /** Reminds at a time in minutes; returns how many reminders were sent. */
    remind: async (minutes: number) => {
      server.setNow(at(minutes))
      const { sent, failed } = await server.sendReminders()
      expect(failed).toBe(0)
      return sent
    },
    putOff: (fields: { promised: number; to: number; note?: string }, person: Person = poster) =>
      person.call(putOffUpdate, {
        body: {
          ...{ jira_id: jiraId, promised: inMinutes(fields.promised), next_update_due: inMinutes(fields.to) },
          ...(fields.note === undefined ? {} : { note: fields.note }),
        },
      }),
    /** The mails in the ledger, oldest first: address, language and state. */
    mails: async () => {
      const { deliveries } = (
        await support.call(listDeliveries, { query: { reference: jiraId, response_size: 100 } as never })
      ).body
      return deliveries
        .toReversed()
        .map(({ email, locale, state, message_type }) => [email, locale, state, message_type].join(' '))
    },
    broadcasts: async () =>
      (await support.call(listBroadcasts, { query: { reference: jiraId } as never })).body.broadcasts,
  }
}

/** The incidents of whose missed updates the person hears on every page. */
export const listShown = async (person: Person): Promise<string[]> =>
  (await person.call(listReminders)).body.missed_updates.map(({ jira_id }) => jira_id)

/** Chooses the priorities that a person is reminded of; everything else stays. */
export async function chooseReminders(
  person: Person,
  reminders: ('P1' | 'P2')[],
  locale = 'en',
): Promise<number> {
  const { email } = person
  const { userSubscriptions } = (await person.call(getUserSubscriptions, { query: { email } })).body
  const body = { email, locale, subscriptions: userSubscriptions, reminders }
  return (await person.call(subscribe, { body })).status
}
