import type { Severity } from '@aviary/contract/status/rules'
import type { MailHeadline } from './queries.ts'

type Words = {
  severities: Record<Severity, string>
  /** Template of the affected services (`{what}`) and data centers (`{where}`). */
  place: string
  /** Separators: after the severity, and between names of services or data centers. */
  signs: readonly [colon: string, comma: string]
}

const WORDS: Record<string, Words> = {
  en: {
    severities: {
      NORMAL: 'Incident',
      PARTIAL_PERFORMANCE: 'Partly slow',
      PERFORMANCE: 'Slow',
      PARTIAL_OUTAGE: 'Partial outage',
      OUTAGE: 'Outage',
    },
    place: '{what} in {where}',
    signs: [': ', ', '],
  },
  de: {
    severities: {
      NORMAL: 'Störung',
      PARTIAL_PERFORMANCE: 'Teilweise langsam',
      PERFORMANCE: 'Langsam',
      PARTIAL_OUTAGE: 'Teilausfall',
      OUTAGE: 'Ausfall',
    },
    place: '{what} in {where}',
    signs: [': ', ', '],
  },
  es: {
    severities: {
      NORMAL: 'Incidente',
      PARTIAL_PERFORMANCE: 'Lentitud parcial',
      PERFORMANCE: 'Lentitud',
      PARTIAL_OUTAGE: 'Interrupción parcial',
      OUTAGE: 'Interrupción',
    },
    place: '{what} en {where}',
    signs: [': ', ', '],
  },
  fr: {
    severities: {
      NORMAL: 'Incident',
      PARTIAL_PERFORMANCE: 'Ralentissement partiel',
      PERFORMANCE: 'Ralentissement',
      PARTIAL_OUTAGE: 'Panne partielle',
      OUTAGE: 'Panne',
    },
    place: '{what} ({where})',
    signs: [' : ', ', '],
  },
  ja: {
    severities: {
      NORMAL: 'インシデント',
      PARTIAL_PERFORMANCE: '一部低速',
      PERFORMANCE: '低速',
      PARTIAL_OUTAGE: '一部障害',
      OUTAGE: '障害',
    },
    place: '{what}（{where}）',
    signs: ['：', '、'],
  },
  ko: {
    severities: {
      NORMAL: '인시던트',
      PARTIAL_PERFORMANCE: '일부 느림',
      PERFORMANCE: '느림',
      PARTIAL_OUTAGE: '일부 장애',
      OUTAGE: '장애',
    },
    place: '{what}({where})',
    signs: [': ', ', '],
  },
  pt: {
    severities: {
      NORMAL: 'Incidente',
      PARTIAL_PERFORMANCE: 'Lentidão parcial',
      PERFORMANCE: 'Lentidão',
      PARTIAL_OUTAGE: 'Indisponibilidade parcial',
      OUTAGE: 'Indisponibilidade',
    },
    place: '{what} em {where}',
    signs: [': ', ', '],
  },
  zh: {
    severities: {
      NORMAL: '事件',
      PARTIAL_PERFORMANCE: '部分缓慢',
      PERFORMANCE: '缓慢',
      PARTIAL_OUTAGE: '部分中断',
      OUTAGE: '中断',
    },
    place: '{what}（{where}）',
    signs: ['：', '、'],
  },
}

/** Maximum services, and maximum data centers, named in a headline. The others are only counted, to keep it short. */
const MAX_NAMES = 3

/** One line with severity, services and data centers: "Outage: Travel in eu2, apj1". */
export function formatHeadline({ severity, services, dataCenters }: MailHeadline, locale: string): string {
  const { severities, place, signs } = wordsOf(locale)
  const [colon, comma] = signs
  const [what, where] = [joinNames(services, comma), joinNames(dataCenters, comma)]
  const parts: Record<string, string> = { what, where }
  const both = place.replaceAll(/\{(what|where)\}/g, (_, name: string) => parts[name] ?? '')
  const at = what && where ? both : what || where
  return at ? `${severities[severity]}${colon}${at}` : severities[severity]
}

/** The severity in the language of the mail. */
export const severityWord = (severity: Severity, locale: string): string =>
  wordsOf(locale).severities[severity]

const wordsOf = (locale: string): Words =>
  (Object.hasOwn(WORDS, locale) && WORDS[locale]) || (WORDS.en as Words)

const joinNames = (names: readonly string[], comma: string): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(comma)} +${names.length - MAX_NAMES}`
    : names.join(comma)
