import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

type NamedRole = { name: string; translations: Readonly<Record<string, string>> }

/** The name of a role on an incident in the reader's language; without a translation the English one. */
export function useRoleName(): (role: NamedRole) => string {
  const { language } = useTranslation().i18n
  return useCallback(({ name, translations }) => translations[language] || name, [language])
}
