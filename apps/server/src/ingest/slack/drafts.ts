import { randomUUID } from 'node:crypto'
import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { CHAT_DRAFT_MINUTES } from '@aviary/contract/chat/rules'
import { declareIncident, publishIncident, updateOwnIncident } from '@aviary/contract/declared/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import { createFollowUp } from '@aviary/contract/follow-ups/endpoints'
import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { correctMessage } from '@aviary/contract/messages/correction-endpoints'
import { createMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { toTime } from '../../channels/public.ts'
import {
  cancelDraft,
  createDraft,
  type DraftRow,
  endRefusedPress,
  getDraft,
  markDraftDone,
  pressDraft,
} from '../../features/chat/public.ts'
import { Conflict, InvalidInput } from '../../http/errors.ts'
import { answer } from './answer.ts'
import type { Chat } from './chat.ts'

/** The calls that a chat makes only after a person has read what they would do, and pressed a button. */
const CALLS = {
  ...{ createMessage, updateMessage, correctMessage, declareIncident, publishIncident, updateOwnIncident },
  ...{ updateIncidentRole, createFollowUp },
}
export type DraftCall = keyof typeof CALLS

type Shown = {
  call: DraftCall
  body: Record<string, unknown>
  /** What the call would do, in Slack's markup: each part has a section of its own. */
  markup: string | readonly string[]
  button: string
}

/** Shows what a call would do, with a button that makes it. */
export async function showDraft(
  { db, accountId, userId, now }: Chat,
  { call, body, markup, button }: Shown,
): Promise<SlackMessage> {
  const draftId = randomUUID()
  await createDraft(db, { draftId, accountId, userId, call, body, state: 'SHOWN', createdAt: now })
  return answer(markup, {
    buttons: [
      { text: button, action: 'make_call', value: draftId, style: 'primary' },
      { text: 'Cancel', action: 'cancel', value: draftId },
    ],
  })
}

export type Draft = { draftId: string; call: DraftCall; body: Record<string, unknown> }
/** `made`: the answer of the call; undefined if an earlier press made it. */
export type Pressed = { draft: Draft; made: unknown; doneAt: Date }

const ofPerson = ({ accountId, userId }: Chat, draftId: string) => ({ draftId, accountId, userId })

/**
 * Makes the call of a draft, if it was shown to this person not long ago. It is made once, however often and fast one
 * presses. A refused call may be pressed again.
 */
export async function pressButton(chat: Chat, draftId: string): Promise<Pressed> {
  const { ask, db, now } = chat
  const own = ofPerson(chat, draftId)
  const after = new Date(now.getTime() - CHAT_DRAFT_MINUTES * 60_000)
  const isPressed = await pressDraft(db, own, after)
  const row = await requireRow(chat, draftId)
  if (!isPressed) return { ...readDone(row), made: undefined }
  const draft = toDraft(row)
  const endpoint: Endpoint = CALLS[draft.call]
  const made = await ask(endpoint, { body: draft.body, idempotencyKey: `chat-${draftId}` }).catch(
    async (error: unknown) => {
      // A press at the same time may have made it, which is why this one is refused.
      const other = error instanceof Conflict ? await getDraft(db, own) : undefined
      if (other?.state === 'DONE') return other
      await endRefusedPress(db, own)
      throw error
    },
  )
  if (isRow(made)) return { ...readDone(made), made: undefined }
  // If this fails, the draft stays pressed: another press gets the answer that the door has kept.
  await markDraftDone(db, own, now).catch(() => undefined)
  return { draft, made, doneAt: now }
}

const isRow = (made: unknown): made is DraftRow =>
  typeof made === 'object' && made !== null && 'draftId' in made && 'pressing' in made

/** A draft that was shown to this person. */
export const requireDraft = async (chat: Chat, draftId: string): Promise<Draft> =>
  toDraft(await requireRow(chat, draftId))

async function requireRow(chat: Chat, draftId: string): Promise<DraftRow> {
  const row = await getDraft(chat.db, ofPerson(chat, draftId))
  if (row) return row
  throw new InvalidInput(
    'This was shown to somebody else, or over a day ago. Look at the incident before you send the command again',
  )
}

const toDraft = ({ draftId, call, body }: DraftRow): Draft => ({ draftId, call: call as DraftCall, body })

/** What became of a draft that cannot be pressed any more. */
function readDone(row: DraftRow): Omit<Pressed, 'made'> {
  if (row.state === 'DONE' && row.doneAt) return { draft: toDraft(row), doneAt: row.doneAt }
  throw new InvalidInput(
    row.state === 'CANCELLED'
      ? 'This was cancelled. Nothing was done: send the command again'
      : `This was shown over ${CHAT_DRAFT_MINUTES} minutes ago. Nothing was done: send the command again`,
  )
}

/** Cancels a draft, unless it was pressed before. */
export async function pressCancel(chat: Chat, draftId: string): Promise<SlackMessage> {
  const own = ofPerson(chat, draftId)
  if (await cancelDraft(chat.db, own)) return answer('Cancelled. Nothing was done.')
  const { doneAt } = await requireRow(chat, draftId)
  return answer(
    doneAt
      ? `Too late: it was done ${toTime(doneAt.toISOString())}.`
      : 'Too late: it is being done, or was. Look at the incident.',
  )
}
