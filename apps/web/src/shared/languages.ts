/** The languages this app has texts for. Which of them are offered is decided by the active locales. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (key: string): key is Language => LANGUAGES.some((language) => language === key)
