import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { LinkTexts } from './link-texts.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

const TEXTS: Record<string, LinkTexts> = { en, de, es, fr, ja, ko, pt, zh }

export const linkTexts = (locale: string): LinkTexts => (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en

/** The first language of the header `Accept-Language` that there are texts in, else English. */
export const readerLocale = (header: string | undefined): string =>
  (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => (part.split(';')[0] ?? '').trim().toLowerCase().split('-')[0] ?? '')
    .find((locale) => Object.hasOwn(TEXTS, locale)) ?? 'en'
