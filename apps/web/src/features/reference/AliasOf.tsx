import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage, getFaults } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { WhenLoaded } from '../../ui/WhenLoaded.tsx'
import { useCreateAlias, useReferenceRecords } from './use-reference.ts'

const KINDS = { service: 'service', 'data center': 'data_center', severity: 'severity' } as const

/** Asks which record an unknown name means. */
export function AliasOf({ row, onClose }: { row: UnknownNameRow; onClose: () => void }) {
  const { t } = useTranslation('reference')
  const kind = KINDS[row.kind]
  const records = useReferenceRecords(kind)
  const [key, setKey] = useState<string | null>(null)
  const { mutate, isPending, error, reset } = useCreateAlias(row.name, onClose)
  const offline = useOfflineReason()
  const title = t('unknown.aliasTitle', { name: row.name })
  const refused = error && (getFaults(error)[0]?.message ?? getErrorMessage(error))
  return (
    <WhenLoaded title={title} needs={[records]} failure={t('list.error')} onClose={onClose}>
      {() => (
        <Dialog title={title} isDirty={key !== null} onClose={onClose}>
          {(close) => (
            <DialogForm
              submit={t('unknown.aliasSave')}
              reason={key === null ? t('unknown.choose') : offline}
              isBusy={isPending}
              onCancel={close}
              onSubmit={() => key !== null && mutate({ kind, alias: row.name, key })}
            >
              <p>{t('unknown.aliasHelp')}</p>
              <Select
                label={t(`kind.${kind}`)}
                required
                searchable
                data-autofocus
                data={(records.data ?? [])
                  .filter(({ is_retired }) => is_retired === 'N')
                  .map(({ key: value, name }) => ({ value, label: name }))}
                value={key}
                error={refused}
                nothingFoundMessage={t('unknown.noMatch')}
                onChange={(value) => {
                  reset()
                  setKey(value)
                }}
              />
            </DialogForm>
          )}
        </Dialog>
      )}
    </WhenLoaded>
  )
}
