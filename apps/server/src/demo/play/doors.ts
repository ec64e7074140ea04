import { createHmac } from 'node:crypto'
import type { Endpoint } from '@aviary/contract/endpoint'
import {
  alertmanagerWebhook,
  ingestAffectedCompanies,
  ingestChanges,
  jiraWebhook,
} from '@aviary/contract/ingest/endpoints'

export type Doors = {
  /** Throws unless the server has the same webhook secret; changes nothing. */
  checkJira: () => Promise<void>
  /** Sends a signed event as Jira does; throws unless the server ingested it. */
  sendJira: (event: object) => Promise<void>
  sendAlerts: (notification: object) => Promise<void>
  sendAffected: (records: object[]) => Promise<void>
  sendChange: (record: object) => Promise<void>
}

type DoorSettings = { url: string; token: string; jiraSecret: string }

/** Calls the webhooks and the ingestion API of a server, as other systems do. */
export function openDoors({ url, token, jiraSecret }: DoorSettings): Doors {
  const send = async (endpoint: Endpoint, body: string, headers: Record<string, string>) => {
    const init = {
      method: endpoint.method,
      body,
      redirect: 'error' as const, // another server must not get what is sent
      headers: { 'content-type': 'application/json', ...headers },
    }
    return fetch(`${url}/api${endpoint.path}`, init).catch(() => {
      throw new Error(`The server at ${url} does not answer any more.`)
    })
  }
  const sendSigned = (event: object) => {
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', jiraSecret).update(body).digest('hex')
    return send(jiraWebhook, body, { 'x-hub-signature': `sha256=${signature}` })
  }
  const sendWithToken = async (endpoint: Endpoint, body: object) => {
    const response = await send(endpoint, JSON.stringify(body), { authorization: `Bearer ${token}` })
    if (response.status === 401)
      throw new Error('The service token of this play was revoked: start the play again.')
    await requireTaken(endpoint, response)
  }
  return {
    checkJira: async () => {
      const response = await sendSigned({ webhookEvent: 'demo:check' })
      if (response.status === 401)
        throw new Error(
          `The server at ${url} has another webhook secret than this command: give both the same JIRA_WEBHOOK_SECRET.`,
        )
      await requireTaken(jiraWebhook, response)
    },
    sendJira: async (event) => {
      const text = await requireTaken(jiraWebhook, await sendSigned(event))
      const { outcome, detail } = jiraWebhook.answer.parse(JSON.parse(text))
      if (outcome !== 'taken') throw new Error(`The server did not take the event of the tracker: ${detail}.`)
    },
    sendAlerts: (notification) => sendWithToken(alertmanagerWebhook, notification),
    sendAffected: (records) => sendWithToken(ingestAffectedCompanies, { records }),
    sendChange: (record) => sendWithToken(ingestChanges, { records: [record] }),
  }
}

/** Returns the answer; throws with the reason of a refusal. */
async function requireTaken({ path }: Endpoint, response: Response): Promise<string> {
  const text = await response.text()
  if (response.ok) return text
  throw new Error(`${path} refused what was sent: ${reasonOf(text) ?? response.status}`)
}

function reasonOf(text: string): string | undefined {
  try {
    return JSON.parse(text).detail
  } catch {
    return undefined
  }
}
