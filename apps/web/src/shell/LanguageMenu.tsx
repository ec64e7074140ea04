import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Locale } from '@aviary/contract/reference/endpoints'
import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage } from '../shared/languages.ts'
import { localesQuery } from '../shared/settings.ts'
import { chooseLanguage } from '../shared/text.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'
import { Flag } from './Flag.tsx'
import classes from './top-bar.module.css'

/** Switches the display language among the active locales. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const { data: locales = [], error } = useQuery(localesQuery)
  useErrorToast(error, t('toast.locales'))
  useOfferedLanguage(locales)
  // Not before the texts of the language have loaded: screen readers pronounce the page in the language it names.
  useEffect(() => {
    document.documentElement.lang = i18n.language
  }, [i18n.language])
  const current = locales.find((locale) => locale.system_key === i18n.language)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          className={classes.tool ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<Flag language={i18n.language} />}
        >
          {i18n.language.toUpperCase()}
          <span className="visually-hidden">
            {' '}
            {t('language.label', { language: current?.display_name ?? i18n.language })}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {locales.map(({ system_key: key, display_name: name }) =>
          isLanguage(key) ? (
            <Menu.Item
              key={key}
              lang={key}
              leftSection={<Flag language={key} />}
              onClick={() => chooseLanguage(key)}
              {...(key === i18n.language ? { 'aria-current': 'true' as const } : {})}
            >
              {name}
            </Menu.Item>
          ) : null,
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Shows English once an administrator has switched the current language off. The person's choice stays
 * stored, in case the language is switched on again.
 */
function useOfferedLanguage(locales: readonly Locale[]): void {
  const { i18n } = useTranslation()
  const isOff = locales.length > 0 && !locales.some(({ system_key }) => system_key === i18n.language)
  useEffect(() => {
    if (isOff) void i18n.changeLanguage(FALLBACK_LOCALE)
  }, [isOff, i18n])
}
