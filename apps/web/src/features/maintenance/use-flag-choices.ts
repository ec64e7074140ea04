import { V1_FLAGS } from '@aviary/contract/maintenance/rules'
import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { Kind } from './event-values.ts'
import { useFlagWord } from './use-flag-word.ts'
import { useFlags } from './use-maintenance.ts'

/** The flags a form offers, always including the event's current flag (spec 2 §9). */
export function useFlagChoices(kind: Kind, currentFlag: string): { value: string; label: string }[] {
  const { t } = useTranslation('maintenance')
  const { data, error } = useFlags()
  const getWord = useFlagWord()
  useErrorToast(error, t('toast.flags'))
  const offered = (data ?? []).filter(
    ({ system_name }) => kind === 'event' || system_name === currentFlag || V1_FLAGS.includes(system_name),
  )
  const choices = offered.map((flag) => ({ value: flag.system_name, label: getWord(flag) }))
  const isOffered = currentFlag === '' || choices.some(({ value }) => value === currentFlag)
  return isOffered ? choices : [...choices, { value: currentFlag, label: currentFlag }]
}
