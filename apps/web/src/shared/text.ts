import { files, isFirst } from 'virtual:texts'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, LANGUAGES, type Language } from './languages.ts'
import { keepChoice, readChoice } from './saving/storage.ts'

/** Each language has two files, loaded on first use: the texts of the first page, and those of all other screens. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (texts) => done(null, texts),
      // With `true`, i18next loads these texts again for the next screen that needs them.
      (error: Error) => done(error, true),
    )
  },
}

async function readTexts(language: string, namespace: string): Promise<Record<string, string>> {
  const texts = (await files[language]?.[isFirst(namespace) ? 'first' : 'later']())?.default[namespace]
  if (!texts) throw new Error(`There are no texts ${language}/${namespace}`)
  return texts
}

const LANGUAGE_KEY = 'aviary-language'

/**
 * The stored choice, else the browser's language. A browser language that contains "en" is English (spec 1
 * §1).
 */
export function startLanguage(browserLanguage: string, stored: string | null): Language {
  if (stored && isLanguage(stored)) return stored
  if (browserLanguage.includes('en')) return FALLBACK_LOCALE
  const languageCode = browserLanguage.slice(0, 2).toLowerCase()
  return isLanguage(languageCode) ? languageCode : FALLBACK_LOCALE
}

export async function openTexts(namespaces: string[]): Promise<void> {
  const language = startLanguage(navigator.language, readChoice(LANGUAGE_KEY))
  document.documentElement.lang = language
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: FALLBACK_LOCALE,
      supportedLngs: [...LANGUAGES],
      ns: namespaces,
      defaultNS: 'shell',
      partialBundledLanguages: true,
      maxRetries: 0,
      keySeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepChoice(LANGUAGE_KEY, language)
  await i18next.changeLanguage(language)
}
