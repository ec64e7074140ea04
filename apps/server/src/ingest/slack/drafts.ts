import { randomUUID } from 'node:crypto'
import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { CHAT_DRAFT_MINUTES } from '@aviary/contract/chat/rules'
import { publishIncident, updateOwnIncident } from '@aviary/contract/declared/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { correctMessage } from '@aviary/contract/messages/correction-endpoints'
import { createMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createDraft, getDraft } from '../../features/chat/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import { answer } from './answer.ts'
import type { Chat } from './chat.ts'

/** The calls that a chat makes only after a person has read what they would do, and pressed a button. */
const CALLS = {
  createMessage,
  updateMessage,
  correctMessage,
  publishIncident,
  updateOwnIncident,
  updateIncidentRole,
}
export type DraftCall = keyof typeof CALLS

type Shown = {
  call: DraftCall
  body: Record<string, unknown>
  /** What the call would do, in Slack's markup. */
  markup: string
  button: string
}

/** Shows what a call would do, with a button that makes it. */
export async function showDraft(
  { db, accountId, now }: Chat,
  { call, body, markup, button }: Shown,
): Promise<SlackMessage> {
  const draftId = randomUUID()
  await createDraft(db, { draftId, accountId, call, body, createdAt: now })
  return answer(markup, {
    buttons: [
      { text: button, action: 'make_call', value: draftId, style: 'primary' },
      { text: 'Cancel', action: 'cancel', value: draftId },
    ],
  })
}

export type Draft = { draftId: string; call: DraftCall; body: Record<string, unknown> }

/** The draft that a button belongs to: only whoever was shown it may press, and not for long. */
export async function requireDraft({ db, accountId, now }: Chat, draftId: string): Promise<Draft> {
  const after = new Date(now.getTime() - CHAT_DRAFT_MINUTES * 60_000)
  const draft = await getDraft(db, { draftId, accountId, after })
  if (!draft)
    throw new InvalidInput(
      `This was shown to somebody else, or over ${CHAT_DRAFT_MINUTES} minutes ago. Nothing was done by this press: send the command again`,
    )
  return { draftId, call: draft.call as DraftCall, body: draft.body }
}

/** Makes the call of a draft. Pressed twice, it is made once: the second press gets the answer of the first. */
export async function makeDraftCall({ ask }: Chat, { draftId, call, body }: Draft): Promise<void> {
  const endpoint: Endpoint = CALLS[call]
  await ask(endpoint, { body, idempotencyKey: `chat-${draftId}` })
}
