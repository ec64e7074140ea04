import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { useTranslation } from 'react-i18next'
import type { RecordKind } from '../../ui/records/record-kind.ts'
import type { CreatedKind } from './kinds.ts'

/** Describes the records of one kind; text keys and draft names contain the kind. */
export function useReferenceKind(kind: ReferenceKind): RecordKind {
  const { t } = useTranslation('reference')
  return {
    topic: 'reference',
    draft: `reference-${kind}`,
    title: (form) => (form === 'create' ? t(`create.${kind as CreatedKind}`) : t(`edit.${kind}`)),
    toast: (outcome) => t(`toast.${outcome}`),
    list: {
      error: t('list.error'),
      count: ({ all }) => t('list.count', { all }),
      actions: t('list.actions'),
      edit: t('edit'),
      delete: t('delete'),
    },
  }
}
