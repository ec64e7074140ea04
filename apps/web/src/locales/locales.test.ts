import type { ParseKeys } from 'i18next'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../shared/languages.ts'

const files = import.meta.glob<Record<string, string>>('./*/*.json', { eager: true, import: 'default' })

const textsOf = (language: string) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file.startsWith(`./${language}/`))
      .map(([file, texts]) => [file.replace(`./${language}/`, ''), texts]),
  )

const english = textsOf('en')
const placeholders = (text: string) => [...text.matchAll(/{{\w+}}/g)].map(([found]) => found).sort()

/** Texts that may equal the English text: names, and words that the language has borrowed. */
const SAME =
  /^(No|SLA|Link|OPI|Application|DC|Dora|Live|Offline|Incident|Incidents|Administration|Maintenance|normal|Participants|Description|Messages|Pages|Services|Service|service|Details|{{.*|Outtask ID|Data centers|P1|P2|Notifications|TEST|Commit|Ticket|CIs|Repository|Manual|minutes|Actions|Sessions|Browser|Roles|CSV|PNG|US2|EU2|China|Data center|data center|Median|Impact|Correction|Status|Audit|Imports|France \(France DC\)|Webhook|Microsoft Teams|Google Chat|PagerDuty|Post-mortem|Versions|[Vv]ersion {{number}})$/

test('there are texts in eight languages, and in no other', () => {
  const found = [...new Set(Object.keys(files).map((file) => file.split('/')[1]))].sort()
  expect(found).toEqual([...LANGUAGES])
})

test.each(LANGUAGES)('%s has every text of English, in its order, with its placeholders', (language) => {
  const texts = textsOf(language)
  expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
  for (const [file, originals] of Object.entries(english)) {
    expect(Object.keys(texts[file] ?? {}), file).toEqual(Object.keys(originals))
    for (const [key, original] of Object.entries(originals)) {
      const text = texts[file]?.[key] ?? ''
      expect(text.trim(), `${file} ${key}`).toBe(text)
      expect(text, `${file} ${key}`).not.toBe('')
      expect(placeholders(text), `${file} ${key}`).toEqual(placeholders(original))
    }
  }
})

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s leaves nothing in English', (language) => {
  const same = Object.entries(textsOf(language)).flatMap(([file, texts]) =>
    Object.entries(texts)
      .filter(([key, text]) => text === english[file]?.[key] && !SAME.test(text))
      .map(([key, text]) => `${language}/${file} ${key}: ${text}`),
  )
  expect(same, 'Translate these. A word that the language has borrowed goes into SAME above.').toEqual([])
})

test('a text that is missing does not compile', () => {
  // @ts-expect-error: there is no such text
  const missing: ParseKeys<'templates'> = 'field.none'
  expect(english['templates.json']).not.toHaveProperty([missing])
})

test('Korean asks in one way, and Portuguese is Brazilian', () => {
  const textsWith = (language: string, words: RegExp) =>
    Object.values(textsOf(language))
      .flatMap((file) => Object.values(file))
      .filter((text) => words.test(text))
  expect(textsWith('ko', /십시오/)).toEqual([])
  expect(
    textsWith('pt', /\b(est(ão|á) a \w+r|utilizador|ficheiro|ecrã|equipa|registo|contacto|porque é que)\b/i),
  ).toEqual([])
})

test('German calls an incident Incident, and puts a duration only where its words need no ending', () => {
  const texts = Object.values(textsOf('de')).flatMap((file) => Object.values(file))
  expect(texts.filter((text) => /(?<!Dienst)störung/i.test(text))).toEqual([])
  // {{duration}} is nominative ("92 Tage"), but these prepositions need the dative ("92 Tagen").
  expect(texts.filter((text) => /\b(vor|seit|nach|in) {{duration}}/i.test(text))).toEqual([])
})
