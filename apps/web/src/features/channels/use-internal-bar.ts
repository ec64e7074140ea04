import { actionNameOf } from '@aviary/contract/rights'
import { internalAlertTypes } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'

/** Why the person may not have a channel hear of internal messages, in the words of `key`; undefined if they may. */
export function useInternalBar(key: 'audience.notInternal' | 'edit.notInternal'): string | undefined {
  const { t } = useTranslation('channels')
  return useMay()(internalAlertTypes) ? undefined : t(key, { action: actionNameOf(internalAlertTypes) })
}
