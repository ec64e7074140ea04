import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { MAX_REMOVED_PARTS, type RemovedPart } from '@aviary/contract/incidents/removed-part'
import type { Db } from '../../database/open.ts'
import { cleanBody, isReadable } from '../../html/sanitize.ts'
import { fault } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { inSlices } from '../../process/in-slices.ts'
import type { Translate } from '../../translate/translate.ts'
import { listLanguages } from '../reference/public.ts'

export type MessageSettings = MailSettings & { translate: Translate }

/** HTML texts by language code. */
type Bodies = Record<string, string>

/** The submitted texts, sanitized. */
export type WrittenBodies = {
  typed: Bodies
  /**
   * Languages submitted with an empty text: they get a translation of the English text, or no text of their
   * own.
   */
  emptied: readonly string[]
  /** Error text for a body that is empty after sanitizing. */
  issue: string
  /** Elements that sanitizing removed from the texts. */
  removed: readonly RemovedPart[]
}

/**
 * Sanitizes the submitted texts and lists the languages other than English whose text is empty. Throws
 * InvalidInput for an unknown language, an empty English text, and a text that only sanitizing has emptied.
 */
export async function readBodies(db: Db, submitted: Bodies, issue: string): Promise<WrittenBodies> {
  const known = await listLanguages(db)
  const typed: Bodies = {}
  const emptied: string[] = []
  const removed: RemovedPart[] = []
  for (const [locale, html] of Object.entries(submitted)) {
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

/** Returns the sanitized HTML. Throws InvalidInput when nothing is left or the body exceeds the limits. */
export const requireReadable = (html: string, path: string, issue: string): string =>
  readBody(html, { path, issue }).html

type BodyField = { path: string; issue: string }

/**
 * Sanitizes a body and reports the removed parts. Throws InvalidInput if the body exceeds the limits or
 * nothing is left; the error then mentions removed images.
 */
function readBody(html: string, { path, issue }: BodyField): { html: string; removed: RemovedPart[] } {
  const clean = cleanBody(html, path)
  if (isReadable(clean.html)) return { ...clean, html: clean.html.trim() }
  const hasImages = clean.removed.some(({ element }) => element === 'img')
  throw fault(path, hasImages ? `${issue}: images are left out, and there is no text beside them` : issue)
}

export function refuseWithoutEnglish({ typed, issue }: WrittenBodies): void {
  if (!typed[FALLBACK_LOCALE]) throw fault('body', issue)
}

/**
 * The typed texts, and translations of the English text into every other language. Takes seconds, so call
 * this before locking anything.
 */
export async function translateBodies(
  db: Db,
  { typed }: WrittenBodies,
  translate: Translate,
): Promise<Bodies> {
  const missing = (await listLanguages(db)).filter((locale) => typed[locale] === undefined)
  return addTranslations(typed, missing, translate)
}

/** The typed texts, and translations for languages whose text was emptied. Takes seconds: call before a lock. */
export const translateEmptied = ({ typed, emptied }: WrittenBodies, translate: Translate): Promise<Bodies> =>
  addTranslations(typed, emptied, translate)

async function addTranslations(
  typed: Bodies,
  missing: readonly string[],
  translate: Translate,
): Promise<Bodies> {
  const english = typed[FALLBACK_LOCALE]
  if (!english || missing.length === 0) return typed
  return { ...typed, ...(await translate(english, missing)) }
}

/**
 * The typed texts, and for other languages exactly the translations that the author saw in the confirmation.
 * Throws InvalidInput for an unknown language.
 */
export async function confirmBodies(
  db: Db,
  { typed, issue }: WrittenBodies,
  translations: Bodies,
): Promise<Bodies> {
  const known = (await listLanguages(db)).filter((locale) => locale !== FALLBACK_LOCALE)
  const confirmed: Bodies = {}
  for (const [locale, html] of Object.entries(translations)) {
    const path = `translations.${locale}`
    if (locale === FALLBACK_LOCALE) throw fault(path, 'the English text is the body itself')
    if (!known.includes(locale)) throw fault(path, `use some of ${known.join(', ')}`)
    confirmed[locale] = await inSlices(() => requireReadable(html, path, issue))
  }
  return { ...confirmed, ...typed }
}

/** The translations among the bodies. A preview returns them, and the create call sends them back. */
export const getUntypedBodies = (bodies: Bodies, { typed }: WrittenBodies): Bodies =>
  omitLocales(bodies, Object.keys(typed))

/** Languages other than English without a text of their own. */
export const listMissingLanguages = async (
  db: Db,
  texts: Readonly<Record<string, unknown>>,
): Promise<string[]> =>
  (await listLanguages(db)).filter((locale) => locale !== FALLBACK_LOCALE && !texts[locale])

/** The stored bodies after an edit: emptied languages are removed, new texts replace the old ones. */
export const mergeBodies = (before: Bodies, { emptied }: WrittenBodies, texts: Bodies): Bodies => ({
  ...omitLocales(before, emptied),
  ...texts,
})

const omitLocales = (bodies: Bodies, locales: readonly string[]): Bodies =>
  Object.fromEntries(Object.entries(bodies).filter(([locale]) => !locales.includes(locale)))
