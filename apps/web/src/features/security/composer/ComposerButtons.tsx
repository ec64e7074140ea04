import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'

type ComposerButtonsProps = {
  /** Why the email cannot be saved now. */
  reason: string | undefined
  isBusy: boolean
  onBack: () => void
}

export function ComposerButtons({ reason, isBusy, onBack }: ComposerButtonsProps) {
  const { t } = useTranslation('security-emails')
  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" disabled={reason !== undefined || isBusy} title={reason}>
          {t('compose.save')}
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
