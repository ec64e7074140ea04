import type { IncomingHttpHeaders } from 'node:http'
import type { Signer, WebhookSender } from '@aviary/contract/access'
import * as endpoints from '@aviary/contract/ingest/endpoints'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/open.ts'
import type { SiteLinks } from '../features/published/public.ts'
import { getOrCreateSecret, newSecret } from '../features/session/public.ts'
import { refreshStatus } from '../features/status/public.ts'
import { type Route, serve } from '../http/call.ts'
import { NotSignedIn } from '../http/errors.ts'
import { webhookSecretOf } from '../operator-notes.ts'
import { ingestAlerts } from './alertmanager/ingest-alerts.ts'
import { ingestGithubEvent } from './github/ingest-event.ts'
import { ingestJiraEvent } from './jira/ingest-event.ts'
import type { Refusals } from './refusals.ts'
import { checkSignature, readSignature } from './signature.ts'

const options = { largestBody: 4 * 1024 * 1024 }

/** Webhooks in other systems' formats. */
export function webhookRoutes(config: Config, refusals: Refusals, links: SiteLinks): Route[] {
  return [
    serve(
      endpoints.jiraWebhook,
      async (call) => {
        const delivery = { body: call.body, rawBody: call.rawBody ?? Buffer.alloc(0), headers: call.headers }
        const {
          kind,
          names = [],
          followUpId,
          ...outcome
        } = await ingestJiraEvent(call.db, delivery, {
          fields: config.jira,
          now: call.now,
          author: call.caller,
        })
        call.audit({ ...outcome, ...(followUpId === undefined ? {} : { follow_up_id: followUpId }) })
        if (outcome.outcome === 'taken') call.changed(kind === 'change' ? 'changes' : 'incidents')
        if (kind === 'incident') call.changed(...(await refreshStatus(call.db, { links, now: call.now })))
        await refusals.note(call, 'jira', { records: names.length > 0 ? 1 : 0, names })
        return outcome
      },
      options,
    ),

    serve(
      endpoints.githubWebhook,
      async (call) => {
        const delivery = { body: call.body, rawBody: call.rawBody ?? Buffer.alloc(0), headers: call.headers }
        const { names = [], ...outcome } = await ingestGithubEvent(call.db, delivery, call.now)
        call.audit({ ...outcome })
        if (outcome.outcome === 'taken') call.changed('changes')
        await refusals.note(call, 'github', { records: names.length > 0 ? 1 : 0, names })
        return outcome
      },
      { ...options, readsForms: true },
    ),

    serve(endpoints.alertmanagerWebhook, (call) => ingestAlerts(call, refusals, links), options),
  ]
}

/**
 * A sender's webhook secret: the configured one, else a generated one that all processes of this database
 * share.
 */
export const findWebhookSecret = async (db: Db, config: Config, sender: WebhookSender): Promise<string> =>
  config[sender].secret ?? (await getOrCreateSecret(db, webhookSecretOf(sender), newSecret))

type Counts = { inc: (labels: { sender: string }) => void }
type SignatureParts = { db: Db; config: Config; clock: Clock; refused: Counts }

/** Checks signatures and counts the refused ones. */
export function openSignatures({ db, config, clock, refused }: SignatureParts) {
  const counted = <T>(sender: Signer, check: () => T): T => {
    try {
      return check()
    } catch (error) {
      refused.inc({ sender })
      throw error
    }
  }
  const requireSlackSecret = (): string => {
    const secret = config.slack.signingSecret
    if (secret === undefined)
      throw new NotSignedIn('Slack is not set up here: SLACK_SIGNING_SECRET is not set')
    return secret
  }
  return {
    requireSignature: (signer: Signer, headers: IncomingHttpHeaders): void =>
      void counted(signer, () => {
        if (signer === 'slack') requireSlackSecret()
        readSignature(signer, headers)
      }),
    checkSignature: async (signer: Signer, headers: IncomingHttpHeaders, body: Buffer): Promise<void> => {
      const secret = signer === 'slack' ? requireSlackSecret() : await findWebhookSecret(db, config, signer)
      counted(signer, () => checkSignature(signer, { headers, body, secret, now: clock() }))
    },
  }
}
