import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

type FormButtonsProps = {
  /** What the form will do. */
  submit: string
  /** Why it cannot now, in words; said beside the button and by it. */
  reason: string | undefined
  isBusy: boolean
  onCancel: () => void
}

/** The end of every form in a dialog. */
export function FormButtons({ submit, reason, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" disabled={Boolean(reason) || isBusy} title={reason}>
          {submit}
        </Button>
      </div>
      {reason && (
        <p className="muted" role="status">
          {reason}
        </p>
      )}
    </>
  )
}
