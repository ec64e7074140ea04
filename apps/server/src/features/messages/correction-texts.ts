import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { NEXT_UPDATE_FIELD } from '@aviary/contract/messages/rules'
import {
  compareTexts,
  type Difference,
  type MailedGroup,
  replaceText,
  toVisibleText,
} from '../../mail/public.ts'
import { inSlices } from '../../process/in-slices.ts'
import { formatMoment, type MailFields } from './message-mail.ts'
import type { MessageRow } from './queries.ts'

/** The part of a message that an edit can change. */
type Version = Pick<MessageRow, 'messageType' | 'body' | 'nextUpdateDue'>
type Versions = ReadonlyMap<number, Version>

const textIn = ({ body }: Version, locale: string): string => body[locale] ?? body[FALLBACK_LOCALE] ?? ''

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/**
 * Groups of recipients whose mail differs from the message after the edit; only these groups need a
 * correction.
 */
export const listAffected = <Group extends Pick<MailedGroup, 'locale' | 'version'>>(
  groups: readonly Group[],
  versions: Versions,
  after: Version,
): Group[] =>
  groups.filter(({ locale, version }) => {
    const mailed = versions.get(version)
    return (
      !mailed ||
      mailed.messageType !== after.messageType ||
      !isSameTime(mailed.nextUpdateDue, after.nextUpdateDue) ||
      textIn(mailed, locale) !== textIn(after, locale)
    )
  })

type Mailed = { groups: readonly MailedGroup[]; versions: Versions; after: Version }

/**
 * Differences that a correction shows its readers, by language of the correction. Compares with the latest text
 * mailed in that language; if there was none, with the latest in another language.
 */
export async function compareWithMailed({ groups, versions, after }: Mailed) {
  const targetOf = (locale: string) => (after.body[locale] === undefined ? FALLBACK_LOCALE : locale)
  const isKept = ({ locale }: MailedGroup) => Number(targetOf(locale) === locale)
  const ordered = groups.toSorted((a, b) => isKept(a) - isKept(b) || a.version - b.version)
  const compared = new Map(ordered.map((group) => [targetOf(group.locale), group]))
  const changes: Record<string, Difference[][]> = {}
  for (const [to, { locale: from, version }] of compared) {
    const mailed = versions.get(version)
    if (mailed) changes[to] = await inSlices(() => compare(mailed, after, { from, to }))
  }
  return changes
}

function compare(
  mailed: Version,
  after: Version,
  { from, to }: { from: string; to: string },
): Difference[][] {
  const toDue = ({ nextUpdateDue }: Version) => (nextUpdateDue ? formatMoment(nextUpdateDue, to) : '')
  return [
    mailed.messageType === after.messageType ? [] : replaceText(mailed.messageType, after.messageType),
    toDue(mailed) === toDue(after) ? [] : replaceText(toDue(mailed), toDue(after)),
    compareTexts(toVisibleText(textIn(mailed, from)), toVisibleText(textIn(after, to))),
  ].filter((differences) => differences.some(({ kind }) => kind !== 'same'))
}

/** Next-update times that the mailed versions promised; versions missing from the history are left out. */
export const listMailedDues = (groups: readonly MailedGroup[], versions: Versions): (Date | null)[] =>
  groups.flatMap(({ version }) => {
    const mailed = versions.get(version)
    return mailed ? [mailed.nextUpdateDue] : []
  })

/**
 * Fields of the mail besides the body, as entered when the message was posted. `dues`: the next-update times that
 * the first version and the mailed versions promised.
 */
export function fieldsAfter(
  { particulars }: Pick<MessageRow, 'particulars'>,
  after: Version,
  dues: readonly (Date | null)[],
): MailFields {
  // The cast is safe, because only createMessage writes this column.
  const fields = particulars as MailFields
  const due = after.nextUpdateDue
  const isPromiseChanged = dues.some((before) => !isSameTime(due, before))
  const { [NEXT_UPDATE_FIELD]: promise, ...others } = fields.email_template_data ?? {}
  return {
    ...fields,
    next_update_due: due?.toISOString(),
    // A typed text about the next update names the old time. Without the text, the mail shows the new time, if any.
    email_template_data:
      isPromiseChanged || promise === undefined ? others : { ...others, [NEXT_UPDATE_FIELD]: promise },
  }
}
