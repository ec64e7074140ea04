import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/correction-endpoints'
import { type Audience, audienceOf, messagesOf, NEXT_UPDATE_FIELD } from '@aviary/contract/messages/rules'
import type { MessageEdit } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import type { Author, Call, Preparation } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import {
  createCorrection,
  listMailedGroups,
  listUnsentTexts,
  type MailedGroup,
  personalize,
} from '../../mail/public.ts'
import { previewChannels } from '../channels/public.ts'
import { tellIncident } from '../published/public.ts'
import { rememberPreview, requirePreview } from '../token-previews/public.ts'
import { getUntypedBodies, listMissingLanguages, type MessageSettings } from './bodies.ts'
import { compareWithMailed, fieldsAfter, listAffected, listMailedDues } from './correction-texts.ts'
import {
  type PreparedEdit,
  prepareEdit,
  type ReadEdit,
  readEdit,
  requireTypeOf,
  storeEdit,
} from './edit-message.ts'
import { createMessageEvent } from './message-event.ts'
import { getSeries, refuseEmptyFields, renderMails } from './message-mail.ts'
import { requireNumber, requireOutsideForEdit } from './outside.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

/** What some were mailed, or are to be: one version of the message in one language. */
type Text = Pick<MailedGroup, 'locale' | 'version'>

type Draft = { db: Db; body: MessageEdit; now: Date; author: Author }

type Rendering = { settings: MessageSettings; before?: Awaited<ReturnType<typeof renderMails>> }

/** Checks a correction and renders its mails; reuses the mails of `before` if they are still valid. */
async function readCorrection(draft: Draft, prepared: PreparedEdit, rendering: Rendering) {
  const { db, author } = draft
  const edit = await readEdit(draft, prepared)
  const { incident, before, after } = edit
  author.require(messagesOf[incident.priorityType].create)
  const groups = await listMailedGroups(db, before.messageId, rendering.settings.internalDomains)
  if (groups.length === 0)
    throw fault('message_id', 'was mailed to nobody: change the text without a correction')
  const audience = requireSameAudience(edit, groups)
  const unsent = await listUnsentTexts(db, before.messageId)
  const versions = await listVersions(db, before, [...groups, ...unsent])
  const affected = listAffected(groups, versions, after)
  if (affected.length === 0)
    throw fault('body', 'no text that was mailed changes: change the text without a correction')
  const type = await requireTypeOf(db, edit)
  const dues = [await queries.getFirstDue(db, before), ...listMailedDues(affected, versions)]
  const fields = fieldsAfter(before, after, dues)
  const isTakenBack = after.nextUpdateDue === null && dues.some((due) => due !== null)
  refuseEmptyFields(type, fields, isTakenBack ? NEXT_UPDATE_FIELD : undefined)
  const locales = [FALLBACK_LOCALE, ...affected.map(({ locale }) => locale)]
  const bodies = Object.fromEntries(Object.entries(after.body).filter(([locale]) => locales.includes(locale)))
  const mailedAt = new Date(Math.max(...affected.map((group) => group.mailedAt.getTime())))
  const correction = {
    ...{ audience, mailedAt, messageId: edit.before.messageId },
    texts: affected.map(({ locale, version }) => ({ locale, version })),
    compare: () => compareWithMailed({ groups: affected, versions, after }),
  }
  const parts = { incident, type, draft: fields, bodies, correction }
  const unaffected = groups.filter((group) => !affected.includes(group))
  // Somebody whose mail failed may be the only one who was to get a text.
  const changed = listAffected(unsent, versions, after)
  const unchanged = unsent.filter((text) => !changed.includes(text))
  const mails = await renderMails(db, parts, rendering)
  return { edit, affected, unaffected, unchanged, audience, draft: fields, mails }
}

/**
 * Refuses an internal correction if people outside got the message, because they would get the correction
 * too.
 */
function requireSameAudience({ incident, after }: ReadEdit, groups: readonly MailedGroup[]): Audience {
  const mailed = groups.some(({ audience }) => audience === 'EXTERNAL') ? 'EXTERNAL' : 'INTERNAL'
  if (mailed === 'INTERNAL' || audienceOf(incident.isInternal, after.messageType) === 'EXTERNAL')
    return mailed
  const reason = incident.isInternal ? `${incident.jiraId} is internal now` : 'this type is internal'
  throw fault(
    'message_type',
    `people outside were mailed this, and ${reason}: change the text without a correction`,
  )
}

/** Content of the message by mailed version; versions older than the stored history are missing. */
async function listVersions(db: Db, before: queries.MessageRow, groups: readonly Text[]) {
  const mailed = groups.map(({ version }) => version)
  const kept = await queries.listMessageVersions(db, before.messageId, mailed)
  const earlier = kept.map(
    (row) =>
      [
        row.prevVersion,
        { messageType: row.prevMessageType, body: row.prevBody, nextUpdateDue: row.prevNextUpdateDue },
      ] as const,
  )
  return new Map([...earlier, [before.version, before] as const])
}

/** The language of the mail that a reader gets: their own, or English if the message has no text in it. */
const localeOfMail = ({ locale }: MailedGroup, { after }: ReadEdit): string =>
  after.body[locale] === undefined ? FALLBACK_LOCALE : locale

const sumPeople = (groups: readonly MailedGroup[]): number =>
  groups.reduce((sum, { people }) => sum + people, 0)

/** Number of people in these groups, by language. */
function byLanguage(groups: readonly MailedGroup[]) {
  const languages = [...new Set(groups.map(({ locale }) => locale))].toSorted()
  return languages.map((locale) => ({
    locale,
    people: sumPeople(groups.filter((group) => group.locale === locale)),
  }))
}

export async function previewCorrection(
  call: Call<typeof endpoints.previewCorrection>,
  settings: MessageSettings,
) {
  const { db, body, now } = call
  const author = call.author()
  const prepared = await prepareEdit(call, settings.translate)
  const { edit, affected, unaffected, audience, mails } = await readCorrection(
    { db, body, now, author },
    prepared,
    { settings },
  )
  const total = sumPeople(affected)
  const getContent = () => ({ edit: body, contents: mails.contents, affected })
  if (audience === 'EXTERNAL') await rememberPreview(call, { kind: 'correction', getContent }, total)
  return {
    audience,
    total,
    recipients: byLanguage(affected),
    unaffected: byLanguage(unaffected),
    waiting: affected.reduce((sum, { waiting }) => sum + waiting, 0),
    channels: await previewChannels(
      db,
      { to: { messageId: edit.before.messageId }, audience, type: 'message.corrected' },
      author,
    ),
    mails: Object.entries(mails.contents)
      .filter(([locale]) => affected.some((group) => localeOfMail(group, edit) === locale))
      .map(([locale, content]) => ({
        locale,
        ...personalize(content, `${settings.publicUrl}/subscriptions`),
      })),
    fallback_locales: (await listMissingLanguages(db, edit.after.body)).filter((missing) =>
      affected.some(({ locale }) => locale === missing),
    ),
    translations: getUntypedBodies(prepared.texts, prepared.written),
    removed: [...prepared.written.removed],
  }
}

export async function prepareCorrection(
  call: Preparation<typeof endpoints.correctMessage>,
  settings: MessageSettings,
) {
  const { db, body, now } = call
  const prepared = await prepareEdit(call, settings.translate, body.translations)
  const { mails } = await readCorrection({ db, body, now, author: call.author() }, prepared, { settings })
  return { prepared, mails }
}

/**
 * Stores the edit and its mails. The request names the version that the person read: of two concurrent
 * corrections of a version, the second is refused.
 */
export async function correctMessage(
  call: Call<typeof endpoints.correctMessage>,
  { prepared, mails }: Awaited<ReturnType<typeof prepareCorrection>>,
  settings: MessageSettings,
) {
  const { db, body, now } = call
  const author = call.author()
  const rendering = { settings, before: mails }
  const correction = await readCorrection({ db, body, now, author }, prepared, rendering)
  const { edit, affected, unchanged, audience } = correction
  const { incident, before } = edit
  await requireOutsideForEdit(db, author, edit)
  const { audit_log_data: _, translations: __, recipients: confirmed, channels: ___, ...sent } = body
  const getContent = () => ({ edit: sent, contents: correction.mails.contents, affected })
  if (audience === 'EXTERNAL') await requirePreview(call, { kind: 'correction', getContent }, confirmed)
  requireNumber('correction', { confirmed, now: sumPeople(affected) })
  const row = await storeEdit(db, edit, { author, now })
  const { broadcastId, recipients } = await createCorrection(
    db,
    {
      incidentId: incident.incidentId,
      messageId: row.messageId,
      messageVersion: row.version,
      reference: incident.jiraId,
      messageType: row.messageType,
      audience,
      contents: correction.mails.contents,
      series: await getSeries(db, incident, correction.mails.facts),
      headline: correction.mails.facts.subject,
      createdBy: call.caller,
      readers: { affected, unchanged, internalDomains: settings.internalDomains },
    },
    now,
  )
  requireNumber('correction', { confirmed, now: recipients })
  await tellIncident(db, { incidentId: incident.incidentId, isMailed: true }, { links: settings, now })
  const channels = await createMessageEvent(
    db,
    {
      ...{ type: 'message.corrected', incident, messageId: row.messageId, version: row.version, audience },
      broadcastId,
      ...{ criteria: undefined, getFacts: async () => correction.mails.facts },
      ...{ draft: correction.draft, bodies: edit.after.body },
    },
    { settings, now },
  )
  requireNumber('correction', { confirmed: body.channels ?? channels, now: channels }, 'channels')
  const message = presentManaged(row, incident, body.language)
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, body.language),
    after: message,
    broadcast: { broadcastId, recipients, audience, channels },
  })
  call.changed('incidents', 'mails', 'channels')
  return { message, broadcast_id: broadcastId, removed: [...prepared.written.removed] }
}
