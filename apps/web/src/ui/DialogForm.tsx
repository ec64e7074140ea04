import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from './BusyButton.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import classes from './ui.module.css'

type DialogFormProps = {
  className?: string | undefined
  /** What the form will do. */
  submit: string
  /** Why it cannot now, in words; said beside the button and by it. */
  reason: string | undefined
  isBusy: boolean
  onCancel: () => void
  /** Not called while there is a reason against it, or it is being done. */
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
}

/** Every form in a dialog: its fields, and at its end the way out and what it does. */
export function DialogForm(props: DialogFormProps) {
  const { className = '', submit, reason, isBusy, onCancel, onSubmit, children } = props
  const { t } = useTranslation()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !isBusy) onSubmit()
  }
  return (
    <form onSubmit={send} noValidate>
      <div className={`${classes.form} ${className}`}>{children}</div>
      <DialogFooter reason={reason}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <BusyButton type="submit" disabledReason={reason || undefined} isBusy={isBusy}>
          {submit}
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
