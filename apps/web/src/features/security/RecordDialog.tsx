import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ChangedMeanwhile, type Compared, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormButtons } from '../../ui/FormButtons.tsx'
import classes from './security.module.css'
import type { Entity } from './use-record-form.ts'

type RecordDialogProps = {
  /** Of useRecordForm. */
  form: {
    entity: Entity
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

/** The frame of the forms: what hinders saving, and what somebody else saved meanwhile. */
export function RecordDialog({ form, isDeleted, fault, children }: RecordDialogProps) {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const element = useRef<HTMLFormElement>(null)
  const { entity, isNew, edit, isBusy } = form
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
    <Dialog
      title={t(isNew ? `${entity}.create` : `${entity}.edit`)}
      size="xl"
      isDirty={edit.isDirty}
      onClose={form.leave}
    >
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
