import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ChangedMeanwhile, type ComparedField } from '../ChangedMeanwhile.tsx'
import { Dialog } from '../Dialog.tsx'
import { DialogForm } from '../DialogForm.tsx'

type RecordDialogProps = {
  /** Result of useRecordForm. */
  form: {
    title: string
    isNew: boolean
    isDeleted: boolean
    edit: {
      isDirty: boolean
      isOutdated: boolean
      theirChanges: () => ComparedField[]
      takeTheirs: () => void
      keepMine: () => void
    }
    isBusy: boolean
    isLocked?: boolean
    leave: () => void
    submit: () => void
  }
  /** Why the entered values cannot be saved. */
  fault: string | undefined
  /** Whether Save is possible without edits, because the save itself changes the record, such as its owner. */
  maySaveUnchanged?: boolean
  size?: 'xl' | 'wide'
  children: ReactNode
}

/**
 * The dialog around a form that creates or edits a record. Shows why it cannot be saved and what somebody
 * else saved meanwhile.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { form, fault, maySaveUnchanged = false, size = 'xl', children } = props
  const { t } = useTranslation()
  const offline = useOfflineReason()
  const { title, isNew, isDeleted, edit, isBusy } = form
  // While saving, a push may report this very save; the newer version is then not a conflict.
  const isOutdated = edit.isOutdated && !isBusy && !isDeleted
  const disabledReason = () => {
    if (isDeleted) return t('form.deleted')
    if (fault) return fault
    if (!isNew && !edit.isDirty && !maySaveUnchanged) return t('form.mustModify')
    return isOutdated ? t('form.decide') : offline
  }
  const reason = disabledReason()
  return (
    <Dialog
      title={title}
      size={size}
      isDirty={edit.isDirty}
      isLocked={form.isLocked ?? false}
      onClose={form.leave}
    >
      {(close) => (
        <DialogForm
          submit={t(isNew ? 'form.create' : 'form.save')}
          reason={reason}
          isBusy={isBusy}
          isLocked={form.isLocked}
          onCancel={close}
          onSubmit={form.submit}
        >
          {isOutdated && <ChangedMeanwhile message={t('form.changedMeanwhile')} edit={edit} />}
          {children}
        </DialogForm>
      )}
    </Dialog>
  )
}
