import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../shared/online.ts'
import { ChangedMeanwhile, type Compared, Comparison } from './ChangedMeanwhile.tsx'
import { Dialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'
import classes from './ui.module.css'

type RecordDialogProps = {
  /** Of useRecordForm. */
  form: {
    title: string
    isNew: boolean
    edit: {
      isDirty: boolean
      isOutdated: boolean
      theirChanges: () => Compared[]
      takeTheirs: () => void
      keepMine: () => void
    }
    isBusy: boolean
    leave: () => void
    submit: () => void
  }
  isDeleted: boolean
  /** What is not as it must be. */
  fault: string | undefined
  children: ReactNode
}

/** The frame of a form that creates a record or edits one: what hinders saving, and what somebody else saved meanwhile. */
export function RecordDialog({ form, isDeleted, fault, children }: RecordDialogProps) {
  const { t } = useTranslation()
  const offline = useOfflineReason()
  const element = useRef<HTMLFormElement>(null)
  const { title, isNew, edit, isBusy } = form
  // One's own save may be heard of before it is answered.
  const isOutdated = edit.isOutdated && !isBusy && !isDeleted
  const hindrance = () => {
    if (isDeleted) return t('form.deleted')
    if (fault) return fault
    if (!isNew && !edit.isDirty) return t('form.mustModify')
    return isOutdated ? t('form.decide') : offline
  }
  const reason = hindrance()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !isBusy) form.submit()
  }
  const choose = (run: () => void) => () => {
    run()
    // The button that was pressed is gone with its choice.
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }
  return (
    <Dialog title={title} size="xl" isDirty={edit.isDirty} onClose={form.leave}>
      {(close) => (
        <form ref={element} className={classes.form} onSubmit={submit} noValidate>
          {isOutdated && (
            <ChangedMeanwhile
              told={t('form.changedMeanwhile')}
              onTakeTheirs={choose(edit.takeTheirs)}
              onKeepMine={choose(edit.keepMine)}
            >
              <Comparison fields={edit.theirChanges()} />
            </ChangedMeanwhile>
          )}
          {children}
          <FormButtons
            submit={t(isNew ? 'form.create' : 'form.save')}
            reason={reason}
            isBusy={isBusy}
            onCancel={close}
          />
        </form>
      )}
    </Dialog>
  )
}
