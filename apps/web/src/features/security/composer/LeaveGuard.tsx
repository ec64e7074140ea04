import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { useFocusOnMount } from '../../../ui/use-focus.ts'

type LeaveGuardProps = {
  /**
   * Whether there are typed values to discard on leaving for another page. A reload is not guarded: the draft
   * survives it.
   */
  isDirty: boolean
  onStay: () => void
  onDiscard: () => void
}

/** Asks before the page is left with unsaved values. */
export function LeaveGuard({ isDirty, onStay, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <AskToDiscard
      onStay={() => {
        onStay()
        blocker.reset()
      }}
      onDiscard={() => {
        onDiscard()
        blocker.proceed()
      }}
    />
  )
}

function AskToDiscard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  const stay = useFocusOnMount<HTMLButtonElement>()
  return (
    <Dialog title={t('discard.question')} onClose={onStay}>
      <DialogFooter>
        <Button ref={stay} variant="default" onClick={onStay} data-autofocus>
          {t('discard.stay')}
        </Button>
        <Button color="danger" onClick={onDiscard}>
          {t('discard.discard')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
