import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ChangedMeanwhile, type Compared, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormButtons } from '../../ui/FormButtons.tsx'
import classes from './administration.module.css'
import type { Entity } from './use-entity-form.ts'

type EntityDialogProps = {
  /** Of useEntityForm. */
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
    check: { isChecked: boolean; fault: string | undefined }
    missing: string | undefined
    isBusy: boolean
    leave: () => void
    submit: () => void
  }
  isDeleted: boolean
  /** What else is not as it must be. */
  missing?: string | undefined
  children: ReactNode
}

/** The frame of the forms of administration: what hinders saving, and what somebody else saved meanwhile. */
export function EntityDialog({ form, isDeleted, missing, children }: EntityDialogProps) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const element = useRef<HTMLFormElement>(null)
  const { entity, isNew, edit, check, isBusy } = form
  // One's own save may be heard of before it is answered.
  const isOutdated = edit.isOutdated && !isBusy && !isDeleted
  const hindrance = () => {
    if (isDeleted) return t('form.deleted')
    if (form.missing ?? missing) return form.missing ?? missing
    if (!check.isChecked) return t('form.checking')
    if (check.fault) return check.fault
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
