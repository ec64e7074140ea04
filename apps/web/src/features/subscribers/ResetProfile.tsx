import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import classes from './subscribers.module.css'
import { useResetProfile } from './use-subscribers.ts'

/** Explains the reset before it happens; the focus starts on Back. */
export function ResetProfile({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation(['subscribers', 'shell'])
  const offline = useOfflineReason()
  const reset = useResetProfile(email, onClose)
  const back = useFocusOnMount<HTMLButtonElement>()
  return (
    <Dialog title={t('reset.title')} onClose={onClose}>
      <p className={classes.long}>{t('reset.whose', { email })}</p>
      <p>{t('reset.ends')}</p>
      <p>{t('reset.stays')}</p>
      <DialogFooter reason={offline}>
        <Button ref={back} variant="default" onClick={onClose} data-autofocus>
          {t('shell:confirm.back')}
        </Button>
        <DisabledButton
          color="danger"
          // The pending button keeps the focus, so that a failed reset can be retried.
          disabledReason={reset.isPending ? '' : offline}
          onClick={() => reset.mutate()}
        >
          {t('reset.open')}
        </DisabledButton>
      </DialogFooter>
    </Dialog>
  )
}
