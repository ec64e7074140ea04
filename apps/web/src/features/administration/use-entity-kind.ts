import { useTranslation } from 'react-i18next'
import type { RecordKind } from '../../ui/records/record-kind.ts'

export type Entity = 'user' | 'role' | 'action' | 'group' | 'token'

/** Describes the records of one administration list; `entity` is part of their text keys and draft names. */
export function useEntityKind(entity: Entity): RecordKind {
  const { t } = useTranslation('administration')
  const isRevoked = entity === 'token'
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
      delete: t(isRevoked ? 'revoke' : 'delete'),
    },
    ...(isRevoked ? { deletion: { question: t('token.revoke'), confirm: t('revoke') } } : {}),
  }
}
