import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from './BusyButton.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { useFocusOnMount } from './use-focus.ts'

type ConfirmDeleteProps = {
  what: ReactNode
  /** Question and button text of an action that is not called deleting. */
  words?: { question: string; confirm: string }
  /** Further text, such as what else is deleted with the record. */
  children?: ReactNode
  /** Why the record cannot be deleted now. */
  disabledReason?: string | undefined
  isBusy: boolean
  /** Whether the dialog cannot be closed while the action runs, because its answer is shown only once. */
  isLockedWhileBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before deleting (spec 1 §2.9); the Back button has the focus. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { what, words, children, disabledReason, isBusy, onConfirm, onClose } = props
  const isLocked = isBusy && (props.isLockedWhileBusy ?? false)
  const { t } = useTranslation()
  const cancelButton = useFocusOnMount<HTMLButtonElement>()
  return (
    <Dialog title={words?.question ?? t('confirm.delete')} onClose={onClose} isLocked={isLocked}>
      <p>{what}</p>
      {children}
      <DialogFooter reason={disabledReason}>
        <Button ref={cancelButton} variant="default" disabled={isLocked} onClick={onClose} data-autofocus>
          {t('confirm.back')}
        </Button>
        <BusyButton color="danger" disabledReason={disabledReason} isBusy={isBusy} onClick={onConfirm}>
          {words?.confirm ?? t('confirm.doDelete')}
        </BusyButton>
      </DialogFooter>
    </Dialog>
  )
}
