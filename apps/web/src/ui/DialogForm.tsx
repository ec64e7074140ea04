import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from './BusyButton.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import classes from './ui.module.css'
import { useSubmitKey } from './use-submit-key.ts'

type DialogFormProps = {
  className?: string | undefined
  /** Text of the submit button. */
  submit: string
  /** Why the form cannot be submitted now; shown beside the button and as its title. */
  reason: string | undefined
  isBusy: boolean
  /** Whether the dialog cannot be closed now. */
  isLocked?: boolean | undefined
  /** Text of the button that closes the dialog. */
  cancel?: string | undefined
  /** Whether submitting sends or publishes at once, or only confirms: Ctrl/⌘ Enter then does not submit. */
  needsPress?: boolean
  onCancel: () => void
  /** Not called while there is a reason or the form is busy. */
  onSubmit: () => void
  children: ReactNode
}

/**
 * Whether the browser could parse every field. A half-typed date has no value and would count as empty, so the
 * browser reports the fault at the field.
 */
function isReadable(form: HTMLFormElement): boolean {
  const unread = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  // The `invalid` event of the first call opens the tab that hides the field; the second call shows the reason.
  unread?.checkValidity()
  unread?.reportValidity()
  return unread === undefined
}

/** A form that fills a dialog: fields, Cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { className = '', submit, reason, isBusy, isLocked, cancel, onCancel, onSubmit, children } = props
  const { t } = useTranslation()
  const form = useSubmitKey(props.needsPress ?? false)
  const isSubmitted = useRef(false)
  const submitForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reason || isBusy || isSubmitted.current || !isReadable(event.currentTarget)) return
    // A second press may arrive before `isBusy` is rendered.
    isSubmitted.current = true
    setTimeout(() => {
      isSubmitted.current = false
    })
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={submitForm} noValidate>
      <div className={`${classes.form} ${className}`}>{children}</div>
      <DialogFooter reason={reason}>
        {/* Takes the focus of a dialog in which no field does. */}
        <Button variant="default" disabled={isLocked ?? false} onClick={onCancel} data-autofocus>
          {cancel ?? t('form.cancel')}
        </Button>
        <BusyButton type="submit" disabledReason={reason || undefined} isBusy={isBusy}>
          {submit}
        </BusyButton>
      </DialogFooter>
    </form>
  )
}
