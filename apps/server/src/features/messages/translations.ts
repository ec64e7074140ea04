import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Db } from '../../database/open.ts'
import { fault } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import type { Translate } from '../../translate/translate.ts'
import { findLocales } from '../reference/public.ts'
import { sanitizedBody } from './checks.ts'

export type MessageSettings = MailSettings & { translate: Translate }

const findOtherLocales = async (db: Db): Promise<string[]> =>
  (await findLocales(db)).map(({ system_key }) => system_key).filter((locale) => locale !== FALLBACK_LOCALE)

/** English and whatever the translator makes of it. It may take seconds: call it before anything is locked. */
export async function translatedBodies(db: Db, english: string, translate: Translate) {
  const translations = await translate(english, await findOtherLocales(db))
  return { [FALLBACK_LOCALE]: english, ...translations }
}

/** English and the texts that a confirmation showed, exactly those. Throws InvalidInput for a language there is not. */
export async function confirmedBodies(db: Db, english: string, translations: Record<string, string>) {
  const known = await findOtherLocales(db)
  const bodies: Record<string, string> = { [FALLBACK_LOCALE]: english }
  for (const [locale, html] of Object.entries(translations)) {
    const path = `translations.${locale}`
    if (locale === FALLBACK_LOCALE) throw fault(path, 'the English text is the body itself')
    if (!known.includes(locale)) throw fault(path, `use some of ${known.join(', ')}`)
    bodies[locale] = sanitizedBody(html, path)
  }
  return bodies
}
