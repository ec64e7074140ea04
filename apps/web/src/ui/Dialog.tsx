import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../shared/use-width.ts'
import { DialogFooter } from './DialogFooter.tsx'
import classes from './dialog.module.css'
import { useFocusOnMount, useFocusReturn } from './use-focus.ts'

type DialogProps = {
  title: ReactNode
  /** Closes the dialog and discards what was typed. */
  onClose: () => void
  /** Whether closing would lose input; the dialog then asks first. */
  isDirty?: boolean
  /** Whether it cannot be closed now, because an answer is on its way that is shown only once. */
  isLocked?: boolean
  size?: 'md' | 'xl' | 'wide'
  /** A function gets a `close` callback that asks before discarding, for a Cancel button. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A dialog, open while rendered. On unmount the focus returns to the element that had it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, isDirty = false, isLocked = false, size = 'md', children } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  useFocusReturn()
  const close = () => {
    if (isLocked) return
    if (isAsking) setAsking(false)
    else if (isDirty) setAsking(true)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={typeof title === 'string' ? <TitleText text={title} /> : title}
      // A question stays a small box over what it is about.
      fullScreen={isPhone && size !== 'md'}
      size={size === 'wide' ? 'var(--dialog-wide)' : size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isLocked }}
    >
      {isAsking && <AskToDiscard onStay={() => setAsking(false)} onDiscard={onClose} />}
      <div hidden={isAsking}>{typeof children === 'function' ? children(close) : children}</div>
    </Modal>
  )
}

/** A title in which no number of a record, such as OPI-1801, breaks at its hyphen. */
function TitleText({ text }: { text: string }) {
  let offset = 0
  return text.split(/(\b[A-Z]+-\d+\b)/).map((part, index) => {
    offset += part.length
    return index % 2 === 0 ? (
      part
    ) : (
      <span key={offset} className={classes.recordNumber}>
        {part}
      </span>
    )
  })
}

function AskToDiscard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  useFocusReturn()
  const stayButton = useFocusOnMount<HTMLButtonElement>()
  return (
    <div role="alert">
      <p>{t('discard.question')}</p>
      <DialogFooter>
        <Button ref={stayButton} variant="default" onClick={onStay}>
          {t('discard.stay')}
        </Button>
        <Button color="danger" onClick={onDiscard}>
          {t('discard.discard')}
        </Button>
      </DialogFooter>
    </div>
  )
}
