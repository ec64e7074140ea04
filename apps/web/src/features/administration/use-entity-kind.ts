import { useTranslation } from 'react-i18next'
import type { RecordKind } from '../../ui/records/record-kind.ts'

export type Entity = 'user' | 'role' | 'action' | 'group' | 'token' | 'ownToken'

/** Describes the records of one administration list; `entity` is part of their text keys and draft names. */
export function useEntityKind(entity: Entity): RecordKind {
  const { t } = useTranslation('administration')
  const isToken = entity === 'token' || entity === 'ownToken'
  return {
    topic: 'rights',
    draft: `admin-${entity}`,
    title: (form) => t(`${entity}.${form}`),
    toast: (outcome) => t(`toast.${entity}.${outcome}`),
    list: {
      error: t('list.error'),
      count: (numbers) => t('list.count', numbers),
      actions: t('list.actions'),
      edit: t('edit'),
      delete: t(isToken ? 'revoke' : 'delete'),
    },
    ...(isToken ? { deletion: { question: t(`${entity}.revoke`), confirm: t('revoke') } } : {}),
  }
}
