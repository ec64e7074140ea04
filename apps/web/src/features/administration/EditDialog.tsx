import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormButtons } from '../../ui/FormButtons.tsx'
import classes from './administration.module.css'

type EditDialogProps = {
  title: string
  edit: { isDirty: boolean; isOutdated: boolean; takeTheirs: () => void; keepMine: () => void }
  isNew: boolean
  /** Which field is empty that must not be. */
  missing: string | undefined
  /** Of the identifier. */
  check: { isChecked: boolean; fault: string | undefined }
  isBusy: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** The frame of the forms of administration: what hinders saving, and what somebody else saved meanwhile. */
export function EditDialog(props: EditDialogProps) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const { edit, check, isNew, isBusy } = props
  const isOutdated = edit.isOutdated && !isBusy
  const hindrance = () => {
    if (props.missing) return props.missing
    if (!check.isChecked) return t('form.checking')
    if (check.fault) return check.fault
    if (!isNew && !edit.isDirty) return t('form.mustModify')
    return isOutdated ? t('form.decide') : offline
  }
  const reason = hindrance()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !isBusy) props.onSubmit()
  }
  return (
    <Dialog title={props.title} size="xl" isDirty={edit.isDirty} onClose={props.onClose}>
      {(close) => (
        <form className={classes.form} onSubmit={submit} noValidate>
          {isOutdated && (
            <ChangedMeanwhile
              told={t('form.changedMeanwhile')}
              onTakeTheirs={edit.takeTheirs}
              onKeepMine={edit.keepMine}
            />
          )}
          {props.children}
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
