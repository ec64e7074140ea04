import { deleteUnsentEmails, type ImportOfEmails } from '@aviary/contract/security/email-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'
import { useCount } from '../../../shared/use-count.ts'
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx'
import { importName } from './import-name.ts'

/** The ticked emails, or all unsent ones of an import. */
export type Deletion = { kind: 'chosen'; ids: readonly number[] } | { kind: 'import'; importId: number }

type DeleteUnsentProps = {
  deletion: Deletion
  /** Current state of the import, whose numbers change in the dialog while emails are sent. */
  importRow: ImportOfEmails | undefined
  onDeleted: (deletion: Deletion) => void
  onClose: () => void
}

/** Confirms the deletion of unsent emails. A toast says how many were deleted and how many had been sent. */
export function DeleteUnsent({ deletion, importRow: current, onDeleted, onClose }: DeleteUnsentProps) {
  const { t } = useTranslation(['security-emails', 'shell'])
  const count = useCount()
  const offline = useOfflineReason()
  const remove = useWrite(bodyTo(deleteUnsentEmails), {
    topics: ['security', 'mails'],
    done: t('toast.unsentDeleted'),
    note: ({ deleted, sent }) => t('deleteUnsent.result', { deleted: count(deleted), sent: count(sent) }),
    failed: t('toast.deleteFailed'),
    onDone: () => {
      onDeleted(deletion)
      onClose()
    },
  })
  // Keeps the confirmed count while the deletion runs, because the deletion lowers the current count.
  const [confirmed, setConfirmed] = useState(current)
  const importRow = remove.isPending ? confirmed : current
  const unsent = deletion.kind === 'chosen' ? deletion.ids.length : (importRow?.unsent ?? 0)
  const nothing = unsent === 0 ? t('alreadySent') : undefined
  return (
    <ConfirmDelete
      words={{
        question: t('shell:confirm.delete'),
        confirm: t('deleteUnsent.confirm', {
          emails: t('send.emails', { count: unsent, number: count(unsent) }),
        }),
      }}
      what={
        importRow
          ? t('deleteUnsent.import', { import: importName(importRow), emails: count(unsent) })
          : t('deleteUnsent.chosen', { emails: count(unsent) })
      }
      disabledReason={offline ?? nothing}
      isBusy={remove.isPending}
      onConfirm={() => {
        setConfirmed(current)
        remove.mutate(
          deletion.kind === 'import' ? { import_id: deletion.importId } : { ids: [...deletion.ids] },
        )
      }}
      onClose={onClose}
    >
      {importRow && importRow.emails > unsent && (
        <p>{t('deleteUnsent.sent', { emails: count(importRow.emails - unsent) })}</p>
      )}
      <p>{t(importRow && importRow.title !== null ? 'deleteUnsent.again' : 'deleteUnsent.nobody')}</p>
    </ConfirmDelete>
  )
}
