/** Languages with texts in this app; the active locales decide which of them people can choose. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh'] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (key: string): key is Language => LANGUAGES.some((language) => language === key)
