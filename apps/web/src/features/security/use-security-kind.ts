import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../shared/api.ts'
import type { ListWords, RecordKind } from '../../ui/records/record-kind.ts'

export function useListWords(): ListWords {
  const { t } = useTranslation('security')
  return {
    error: t('list.error'),
    count: ({ all }) => t('list.count', { all }),
    actions: t('list.actions'),
    edit: t('edit'),
    delete: t('delete'),
  }
}

/** Describes the records of one list; text keys and draft names contain `entity`. */
export function useSecurityKind(entity: 'incident' | 'comm' | 'user'): RecordKind {
  const { t } = useTranslation('security')
  return {
    topic: 'security',
    draft: `security-${entity}`,
    title: (form) => t(`${entity}.${form}`),
    // spec 3 §8: after a gateway timeout the record may exist; saving again does not create a second one.
    toast: (outcome, error) => t(`toast.${entity}.${isGatewayTimeout(error) ? 'notCreated' : outcome}`),
    list: useListWords(),
  }
}

/** Like `useSecurityKind`, for the records of mail merge. */
export function useMergeKind(entity: 'staged' | 'import'): RecordKind {
  const { t } = useTranslation('security-merge')
  return {
    topic: 'security',
    draft: `security-${entity}`,
    title: (form) => t(entity === 'import' ? 'import.edit' : `staged.${form}`),
    toast: (outcome, error) => t(`toast.${entity}.${isGatewayTimeout(error) ? 'notCreated' : outcome}`),
    list: useListWords(),
  }
}
