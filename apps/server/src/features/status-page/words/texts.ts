import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import type { StatusTexts } from './status-texts.ts'
import { zh } from './zh.ts'

const TEXTS: Record<string, StatusTexts> = { en, de, es, fr, ja, ko, pt, zh }

/** Languages of the page; the first one stands at its root. */
export const PAGE_LOCALES = [FALLBACK_LOCALE, 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'] as const
export type PageLocale = (typeof PAGE_LOCALES)[number]

export const statusTexts = (locale: string): StatusTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
