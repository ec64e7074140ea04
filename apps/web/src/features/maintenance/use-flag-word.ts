import { FIRST_FLAGS } from '@aviary/contract/maintenance/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const isFirst = (flag: string): flag is keyof typeof FIRST_FLAGS => Object.hasOwn(FIRST_FLAGS, flag)

/** Display name of a flag. The flags of a new installation are translated, unless they were renamed. */
export function useFlagWord(): (flag: { system_name: string; name: string }) => string {
  const { t } = useTranslation('maintenance')
  return useCallback(
    ({ system_name: flag, name }) => (isFirst(flag) && FIRST_FLAGS[flag] === name ? t(`flag.${flag}`) : name),
    [t],
  )
}
