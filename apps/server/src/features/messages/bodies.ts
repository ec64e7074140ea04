import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { MAX_REMOVED_PARTS, type RemovedPart } from '@aviary/contract/incidents/removed-part'
import type { Db } from '../../database/open.ts'
import { refuseHeavyBody } from '../../html/body-limits.ts'
import { cleanBody, isReadable } from '../../html/sanitize.ts'
import { fault } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { inSlices } from '../../process/in-slices.ts'
import type { Translate } from '../../translate/translate.ts'
import { listLanguages } from '../reference/public.ts'

export type MessageSettings = MailSettings & { translate: Translate }

/** Texts by language. */
type Bodies = Record<string, string>

/** What a person wrote, sanitized. */
export type Written = {
  typed: Bodies
  /** The languages that they say have no text of their own. */
  emptied: readonly string[]
  /** How a text of which nothing is left is refused. */
  issue: string
  /** What of the texts was left out. */
  removed: readonly RemovedPart[]
}

/**
 * What was written, as it may be shown and mailed. An empty text of another language than English says that there is none.
 * Throws InvalidInput for a language there is not, and when nothing is left of a text.
 */
export async function readBodies(db: Db, given: Bodies, issue: string): Promise<Written> {
  const known = await listLanguages(db)
  const typed: Bodies = {}
  const emptied: string[] = []
  const removed: RemovedPart[] = []
  for (const [locale, html] of Object.entries(given)) {
    if (!known.includes(locale)) throw fault(`body.${locale}`, `use some of ${known.join(', ')}`)
    const isEnglish = locale === FALLBACK_LOCALE
    if (html.trim() === '' && !isEnglish) emptied.push(locale)
    else {
      const path = isEnglish ? 'body' : `body.${locale}`
      const body = await inSlices(() => readBody(html, { path, issue }))
      typed[locale] = body.html
      removed.push(...body.removed)
    }
  }
  return { typed, emptied, issue, removed: removed.slice(0, MAX_REMOVED_PARTS) }
}

/** Sanitized. */
export const requireReadable = (html: string, path: string, issue: string): string =>
  readBody(html, { path, issue }).html

type Asked = { path: string; issue: string }

/**
 * A body, sanitized, and what was left out of it. Throws InvalidInput when nothing is left, and says so of images, or when it is
 * more than readers can take.
 */
function readBody(html: string, { path, issue }: Asked): { html: string; removed: RemovedPart[] } {
  refuseHeavyBody(html, path)
  const clean = cleanBody(html)
  if (isReadable(clean.html)) return { ...clean, html: clean.html.trim() }
  const hasImages = clean.removed.some(({ element }) => element === 'img')
  throw fault(path, hasImages ? `${issue}: images are left out, and there is no text beside them` : issue)
}

export function refuseWithoutEnglish({ typed, issue }: Written): void {
  if (!typed[FALLBACK_LOCALE]) throw fault('body', issue)
}

/**
 * What was typed, and in every other language what the translator makes of the English text. It may take seconds: call it
 * before anything is locked.
 */
export async function translatedBodies(db: Db, { typed }: Written, translate: Translate): Promise<Bodies> {
  const missing = (await listLanguages(db)).filter((locale) => typed[locale] === undefined)
  return fill(typed, missing, translate)
}

/** What was typed, and what the translator makes of the English text in the languages that were emptied; as slow. */
export const filledBodies = ({ typed, emptied }: Written, translate: Translate): Promise<Bodies> =>
  fill(typed, emptied, translate)

async function fill(typed: Bodies, missing: readonly string[], translate: Translate): Promise<Bodies> {
  const english = typed[FALLBACK_LOCALE]
  if (!english || missing.length === 0) return typed
  return { ...typed, ...(await translate(english, missing)) }
}

/**
 * What was typed, and in other languages the texts that a confirmation showed, exactly those. Throws InvalidInput for a
 * language there is not.
 */
export async function confirmedBodies(db: Db, { typed, issue }: Written, shown: Bodies): Promise<Bodies> {
  const known = (await listLanguages(db)).filter((locale) => locale !== FALLBACK_LOCALE)
  const confirmed: Bodies = {}
  for (const [locale, html] of Object.entries(shown)) {
    const path = `translations.${locale}`
    if (locale === FALLBACK_LOCALE) throw fault(path, 'the English text is the body itself')
    if (!known.includes(locale)) throw fault(path, `use some of ${known.join(', ')}`)
    confirmed[locale] = await inSlices(() => requireReadable(html, path, issue))
  }
  return { ...confirmed, ...typed }
}

/** What a preview hands over for the create: the texts that nobody typed. */
export const untypedBodies = (bodies: Bodies, { typed }: Written): Bodies =>
  without(bodies, Object.keys(typed))

/** The languages, English aside, that have no text of their own. */
export const languagesWithout = async (db: Db, texts: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await listLanguages(db)).filter((locale) => locale !== FALLBACK_LOCALE && !texts[locale])

/** A stored body after an edit: what was emptied is gone, the new texts take their places. */
export const editedBodies = (before: Bodies, { emptied }: Written, texts: Bodies): Bodies => ({
  ...without(before, emptied),
  ...texts,
})

const without = (bodies: Bodies, locales: readonly string[]): Bodies =>
  Object.fromEntries(Object.entries(bodies).filter(([locale]) => !locales.includes(locale)))
