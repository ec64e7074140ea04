import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './upload.module.css'
import { useFileTexts } from './use-file-texts.ts'
import type { Sending } from './use-upload.ts'

/** Progress of an upload. After the last byte the server checks the rows without reporting progress. */
export function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { t } = useTranslation('security-merge')
  const { bytes } = useFileTexts()
  const { sent, size, rate } = sending
  const isComplete = sent >= size
  const progressText = t('upload.far', { sent: bytes(sent), size: bytes(size) })
  return (
    <div className={classes.progress}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={sent}
        aria-valuetext={progressText}
      >
        <div style={{ width: `${size === 0 ? 0 : (sent / size) * 100}%` }} />
      </div>
      <p className={classes.counts}>
        <span>{progressText}</span>
        {rate !== undefined && !isComplete && <span>{t('upload.rate', { rate: bytes(rate) })}</span>}
        <span role="status">{isComplete ? t('upload.checking') : ''}</span>
      </p>
      <Button variant="default" size="compact-sm" onClick={onCancel}>
        {t('upload.giveUp')}
      </Button>
    </div>
  )
}
