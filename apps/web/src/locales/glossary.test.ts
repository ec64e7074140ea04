import { expect, test } from 'vitest'
import { LANGUAGES } from '../shared/languages.ts'
import glossary from './glossary.json'

// One term, one translation (see CONTRIBUTING.md). `en` finds the term in an English text. `word` is its translation,
// and `stem` finds inflected forms of it. `not` finds words that the language must not use for the term. All of them
// are regular expressions. A term with `keys` applies only to texts whose file and key match `keys`.

type Translation = { word: string; stem?: string; not?: string }
type Term = { en: string; keys?: string } & Record<string, Translation>
const terms = Object.entries(glossary as unknown as Record<string, Term>)

/** Texts that are not checked, for the reasons given above them. */
const FREE = new Set([
  // Lists the columns of a file; the column name `email` is not translated.
  'security-merge users.format',
  // The specification's English text says "impact", but the number of recipients is meant.
  'security-emails toast.recipients',
  // "Comm" here means a mail to one subscriber; in other texts it belongs to a security incident.
  'subscribers column.kind',
  'subscribers toast.history',
  // Some languages call the column of message bodies "text".
  'messages column.body',
  // A language without a short word for a subscriber says "subscribed since" instead.
  'subscribers explain.since',
  // Label names of an alert and the placeholder TOKEN are written as people must type them.
  'setup sources.alertmanager',
  'setup sources.secret.token',
  // A channel of Slack or Teams, and a change event and a key of PagerDuty, have the names that their products use.
  'channels field.target',
  'channels target.help',
  'channels missing.target',
  'channels kind.help.teams',
  'channels kind.help.pagerduty',
  'channels field.address.pagerduty',
  'channels missing.address.pagerduty',
])

type Texts = Record<string, string>
const files = import.meta.glob<Texts>('./*/*.json', { eager: true, import: 'default' })

type RequestTexts = (language: string) => Record<string, string | Record<string, Texts>>

// Texts that the server writes into mails and calendars.
type ServerTexts = {
  mailTexts?: (language: string) => Texts
  changeTexts?: (language: string) => Record<string, string | Texts>
  testMailTexts?: (language: string) => Texts
  reminderTexts?: (language: string) => Texts
  pageTexts?: (language: string) => Texts
  calendarTexts?: (language: string) => Record<string, string | Texts>
  chatTexts?: (language: string) => Texts
  statusTexts?: (language: string) => Record<string, string | Texts>
  requestTexts?: RequestTexts
  ALERT_TYPE_TEXTS?: Record<string, Texts>
}
const server = import.meta.glob<ServerTexts>(
  [
    '../../../server/src/mail/texts.ts',
    '../../../server/src/channels/kinds/texts.ts',
    '../../../server/src/features/subscriptions/change-texts.ts',
    '../../../server/src/features/reference/alert-type-texts.ts',
    '../../../server/src/features/setup/test-mail-texts.ts',
    '../../../server/src/features/deliveries/unsubscribe/texts.ts',
    '../../../server/src/features/maintenance/calendar-texts.ts',
    '../../../server/src/features/reminders/reminder-texts.ts',
    '../../../server/src/features/status-page/words/texts.ts',
    '../../../server/src/features/subscription-requests/texts/texts.ts',
  ],
  { eager: true },
)

/** With the texts of each mail beside the others. */
const withMails = (requestTexts: RequestTexts) => (language: string) => {
  const { mails, ...texts } = requestTexts(language)
  const flat = Object.entries((mails ?? {}) as Record<string, Texts>).flatMap(([mail, parts]) =>
    Object.entries(parts).map(([part, text]): [string, string] => [`${mail}.${part}`, text]),
  )
  return { ...(texts as Texts), ...Object.fromEntries(flat) }
}

function serverTextsOf(language: string): [file: string, texts: Record<string, string | Texts>][] {
  return Object.entries(server).map(([file, module]) => {
    const { mailTexts, changeTexts, testMailTexts, reminderTexts } = module
    const { pageTexts, calendarTexts, chatTexts, statusTexts, requestTexts } = module
    const { ALERT_TYPE_TEXTS = {} } = module
    const translated = ALERT_TYPE_TEXTS[language] ?? ALERT_TYPE_TEXTS.de ?? {}
    // The English texts of alert types are their names.
    const types = Object.entries(translated).map(([name, text]) => [name, language === 'en' ? name : text])
    const mailed = mailTexts ?? changeTexts ?? testMailTexts ?? reminderTexts
    const textsIn =
      mailed ??
      pageTexts ??
      calendarTexts ??
      chatTexts ??
      statusTexts ??
      (requestTexts && withMails(requestTexts))
    const texts = textsIn?.(language) ?? Object.fromEntries(types)
    const name = file.split('/').at(-1) ?? file
    const folder = pageTexts
      ? 'unsubscribe/'
      : chatTexts
        ? 'chats/'
        : statusTexts
          ? 'status-page/'
          : requestTexts
            ? 'subscription-requests/'
            : ''
    return [`${folder}${name}`, texts]
  })
}

/** All texts of a language, by file and key. */
const textsOf = (language: string): Texts =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file.startsWith(`./${language}/`))
      .map(([file, texts]): [string, Record<string, string | Texts>] => [
        file.slice(`./${language}/`.length, -'.json'.length),
        texts,
      ])
      .concat(serverTextsOf(language))
      .flatMap(([file, texts]) =>
        Object.entries(texts).flatMap(([key, text]) =>
          typeof text === 'string' ? [[`${file} ${key}`, text]] : [],
        ),
      ),
  )

/** The text without names of placeholders and without names such as `MAIL_SENDER` or `company_id`. */
const withoutNames = (text: string): string => text.replace(/{{\w+}}/g, '{{}}').replace(/\w+_\w+/g, '')

/** Lists the faults in the texts of one language, one line each. */
function listFaults(language: string, english: Texts, texts: Texts): string[] {
  return terms.flatMap(([term, { en, keys = '', ...translations }]) => {
    const translation = translations[language] as Translation | undefined
    if (!translation) return [`${language}: “${term}” has no translation`]
    const { word, stem = word, not } = translation
    const [inEnglish, here] = [new RegExp(`\\b(?:${en})\\b`, 'i'), new RegExp(keys)]
    const [isUsed, isOther] = [new RegExp(stem, 'i'), not ? new RegExp(not, 'i') : undefined]
    return Object.entries(texts).flatMap(([key, original]) => {
      if (!here.test(key) || FREE.has(key)) return []
      const text = withoutNames(original)
      const other = isOther?.exec(text)?.[0]
      if (other) return [`${language} ${key}: “${term}” is “${word}”, not “${other}”: ${original}`]
      if (!inEnglish.test(withoutNames(english[key] ?? '')) || isUsed.test(text)) return []
      return [`${language} ${key}: lacks “${word}” for “${term}”: ${original}`]
    })
  })
}

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')

test.each(TRANSLATED)('%s has one translation for each term of the glossary', (language) => {
  expect(listFaults(language, textsOf('en'), textsOf(language))).toEqual([])
})

test.each(TRANSLATED)('%s names the types of notifications in mails as in the web app', (language) => {
  expect(Object.keys(server)).toHaveLength(10)
  const inMails = Object.values(server).flatMap(({ changeTexts }) =>
    changeTexts ? [changeTexts(language).types] : [],
  )
  const inApp = Object.entries(files[`./${language}/notifications.json`] ?? {}).flatMap(([key, text]) =>
    key.startsWith('type.') ? [[key.slice('type.'.length), text]] : [],
  )
  expect(inMails).toEqual([Object.fromEntries(inApp)])
})

test.each(LANGUAGES)('%s names flags and audiences in calendars as in the web app', (language) => {
  const app = files[`./${language}/maintenance.json`] ?? {}
  const inApp = Object.entries(app).flatMap(([key, text]) =>
    key.startsWith('flag.') ? [[key.slice('flag.'.length), text]] : [],
  )
  const [inCalendars] = Object.values(server).flatMap(({ calendarTexts }) =>
    calendarTexts ? [calendarTexts(language)] : [],
  )
  expect(inCalendars).toMatchObject({
    flags: Object.fromEntries(inApp),
    internalOnly: app['audience.internal'],
    everybody: app['audience.event'],
    flag: app['column.flag'],
  })
})

test('a word that the glossary excludes and a term without its translation are named', () => {
  const english = { 'a one': 'A company', 'a two': 'Companies', 'a three': '{{company}}' }
  const texts = { 'a one': 'Eine Firma', 'a two': 'Betriebe', 'a three': '{{company}}' }
  expect(listFaults('de', english, texts)).toEqual([
    'de a one: “company” is “Unternehmen”, not “Firma”: Eine Firma',
    'de a two: lacks “Unternehmen” for “company”: Betriebe',
  ])
})
