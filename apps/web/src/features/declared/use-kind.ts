import { useTranslation } from 'react-i18next'
import type { FormKind } from '../../ui/records/record-kind.ts'

/** Texts of the form and of the writes. */
export function useOwnIncidentKind(): FormKind {
  const { t } = useTranslation('declared')
  return {
    topic: 'incidents',
    title: (form: 'create' | 'edit') => t(form === 'create' ? 'declare' : 'editTitle'),
    toast: (outcome) =>
      t(outcome === 'deleted' || outcome === 'deleteFailed' ? 'toast.editFailed' : `toast.${outcome}`),
  }
}
