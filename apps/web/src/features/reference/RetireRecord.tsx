import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { CreatedKind } from './kinds.ts'
import { useRetire } from './use-reference.ts'

/** Asks before a record is retired, or before a retired one is brought back. */
export function RetireRecord({ record, onClose }: { record: ReferenceRecord; onClose: () => void }) {
  const { t } = useTranslation('reference')
  const isRetired = record.is_retired === 'Y'
  const { mutate, isPending } = useRetire(isRetired, onClose)
  const words = isRetired
    ? { question: t('bringBackQuestion'), confirm: t('bringBack') }
    : { question: t('retireQuestion'), confirm: t('retire') }
  return (
    <ConfirmDelete
      what={record.name}
      words={words}
      disabledReason={useOfflineReason()}
      isBusy={isPending}
      onConfirm={() =>
        mutate({ kind: record.kind as CreatedKind, key: record.key, is_retired: isRetired ? 'N' : 'Y' })
      }
      onClose={onClose}
    >
      <p>{t(isRetired ? 'bringBackHelp' : 'retireHelp')}</p>
    </ConfirmDelete>
  )
}
