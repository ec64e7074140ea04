import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import type { RequestTexts } from './request-texts.ts'
import { zh } from './zh.ts'

const TEXTS: Record<string, RequestTexts> = { en, de, es, fr, ja, ko, pt, zh }

export const requestTexts = (locale: string): RequestTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en

/** The language of a form if there are texts in it, else English. */
export const toPageLocale = (locale: string | undefined): string =>
  locale !== undefined && Object.hasOwn(TEXTS, locale) ? locale : 'en'
