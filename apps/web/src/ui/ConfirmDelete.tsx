import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import classes from './ui.module.css'

type ConfirmDeleteProps = { what: string; isBusy: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before anything is deleted (spec 1 §2.9); the focus starts on the way back. */
export function ConfirmDelete({ what, isBusy, onConfirm, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('confirm.delete')} onClose={onClose}>
      <p>{what}</p>
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('confirm.back')}
        </Button>
        <Button color="danger" onClick={onConfirm} disabled={isBusy}>
          {t('confirm.doDelete')}
        </Button>
      </div>
    </Dialog>
  )
}
