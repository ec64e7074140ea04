import { useTranslation } from 'react-i18next'
import type { FormKind } from '../../ui/records/record-kind.ts'

/** Titles of the form of an own incident, and the toasts after a save. */
export function useOwnIncidentKind(): FormKind {
  const { t } = useTranslation(['declared', 'shell'])
  return {
    topic: 'incidents',
    title: (form) => t(form === 'create' ? 'shell:declareIncident' : 'editTitle'),
    toast: (outcome) => t(`toast.${outcome}`),
  }
}
