import { useTranslation } from 'react-i18next'
import { mayHaveSucceeded } from '../../shared/api.ts'
import type { RecordKind } from '../../ui/records/record-kind.ts'

/** Describes channels for the list, its form and its deletion. */
export function useChannelKind(): RecordKind {
  const { t } = useTranslation('channels')
  return {
    topic: 'channels',
    draft: 'channel',
    title: (form) => t(`form.${form}`),
    toast: (outcome, error) =>
      t(outcome === 'createFailed' && mayHaveSucceeded(error) ? 'toast.createUnsure' : `toast.${outcome}`),
    list: {
      error: t('list.error'),
      count: (numbers) => t('list.count', numbers),
      actions: t('list.actions'),
      edit: t('action.edit'),
      delete: t('action.delete'),
    },
  }
}
