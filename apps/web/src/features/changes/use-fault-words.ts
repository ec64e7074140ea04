import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { MAX_AMOUNT } from './change-search.ts'
import type { Faults } from './filter-values.ts'

type Fault = NonNullable<Faults[keyof Faults]>

/** Error text of a fault: what to enter instead. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useTranslation('changes')
  const number = useCount()
  return (fault) => {
    const most = fault === 'fault.keywords' ? KEYWORD_MAX_CHARACTERS : MAX_AMOUNT
    return t(fault, { most: number(most) })
  }
}
