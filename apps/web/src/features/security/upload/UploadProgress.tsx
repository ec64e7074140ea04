import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './upload.module.css'
import { useFileWords } from './use-file-words.ts'
import type { Sending } from './use-upload.ts'

/** How far a file is on its way; behind its last byte the server looks at its rows, and says nothing until it is done. */
export function UploadProgress({ sending, onGiveUp }: { sending: Sending; onGiveUp: () => void }) {
  const { t } = useTranslation('security-merge')
  const { bytes } = useFileWords()
  const { sent, size, rate } = sending
  const isThere = sent >= size
  const far = t('upload.far', { sent: bytes(sent), size: bytes(size) })
  return (
    <div className={classes.progress}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={sent}
        aria-valuetext={far}
      >
        <div style={{ width: `${size === 0 ? 0 : (sent / size) * 100}%` }} />
      </div>
      <p className={classes.counts}>
        <span>{far}</span>
        {rate !== undefined && !isThere && <span>{t('upload.rate', { rate: bytes(rate) })}</span>}
        <span role="status">{isThere ? t('upload.checking') : ''}</span>
      </p>
      <Button variant="default" size="compact-sm" onClick={onGiveUp}>
        {t('upload.giveUp')}
      </Button>
    </div>
  )
}
