import type { IncomingHttpHeaders } from 'node:http'
import { alertmanagerWebhook, jiraWebhook } from '@aviary/contract/ingest/endpoints'
import type { Config } from '../config.ts'
import type { Db } from '../database/open.ts'
import { findDataCenters, findKnownNames, findServices } from '../features/reference/public.ts'
import { findOrInsertSecret, newSecret } from '../features/session/public.ts'
import { refreshStatus, takeInStatus } from '../features/status/public.ts'
import { type Route, serve } from '../http/call.ts'
import { readAlerts } from './alertmanager/read-alerts.ts'
import { checkJiraSignature } from './jira/signature.ts'
import { takeInJiraEvent } from './jira/take-in.ts'

const options = { largestBody: 4 * 1024 * 1024 }

/** What other systems send in their own formats. */
export function webhookRoutes(config: Config): Route[] {
  return [
    serve(
      jiraWebhook,
      async (call) => {
        const delivery = { body: call.body, rawBody: call.rawBody ?? Buffer.alloc(0), headers: call.headers }
        const told = await takeInJiraEvent(call.db, delivery, {
          fields: config.jira,
          now: call.now,
          author: call.caller,
        })
        call.audit({ ...told })
        if (told.outcome === 'taken') call.changed('incidents')
        if (await refreshStatus(call.db, call.now)) call.changed('status')
        return told
      },
      options,
    ),

    serve(
      alertmanagerWebhook,
      async (call) => {
        const lists = { services: await findServices(call.db), dataCenters: await findDataCenters(call.db) }
        const { records, notForUs } = readAlerts(call.body, lists, call.now)
        const ignored = notForUs > 0 ? `; ${notForUs} without the labels service and data_center` : ''
        if (records.length === 0) return { outcome: 'not for Aviary' as const, detail: `0 alerts${ignored}` }
        const known = await findKnownNames(call.db)
        const taken = await takeInStatus(call.db, records, { known, now: call.now })
        const detail = `${taken.updated} of ${records.length} alerts were news${ignored}`
        call.audit({ detail, alerts: records.slice(0, 100) })
        if (taken.hasChanged) call.changed('status')
        return { outcome: taken.updated > 0 ? ('taken' as const) : ('unchanged' as const), detail }
      },
      options,
    ),
  ]
}

const SECRET_NAME = 'jira-webhook-secret'

/** The secret shared with Jira: the configured one, else one that all processes on this database share. */
export const findJiraSecret = async (db: Db, config: Config): Promise<string> =>
  config.jira.secret ?? (await findOrInsertSecret(db, SECRET_NAME, newSecret))

type Counts = { inc: (labels: { sender: string }) => void }

/** Checks who signed a webhook, and counts the refused ones. */
export function openSignatures(db: Db, config: Config, refused: Counts) {
  return async (sender: 'jira', headers: IncomingHttpHeaders, body: Buffer): Promise<void> => {
    try {
      checkJiraSignature(headers, body, await findJiraSecret(db, config))
    } catch (error) {
      refused.inc({ sender })
      throw error
    }
  }
}
