import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './audit.module.css'
import { useAuditSeal } from './use-audit.ts'

/** Counts of sealed, unsealed and archived rows, and the last seal for `aviary audit verify --expect`. */
export function SealLine() {
  const { t, i18n } = useTranslation(['audit', 'shell'])
  const { data, isError } = useAuditSeal()
  const number = useCount()
  if (isError && !data)
    return (
      <div className={classes.seal}>
        <Notice isDanger>{t('seal.error')}</Notice>
      </div>
    )
  if (!data) return <div className={classes.seal} />
  const { sealed_rows, waiting_rows, archived_rows, sealed_date, last_seal, last_hash } = data
  const counts = t('seal.rows', {
    sealed: number(sealed_rows),
    waiting: number(waiting_rows),
    archived: number(archived_rows),
  })
  return (
    <div className={classes.seal}>
      <Notice>
        <p className={classes.sealFacts}>
          <strong>{counts}</strong>
          {sealed_date && (
            <span>{t('seal.upTo', { time: exactTime(Date.parse(sealed_date), i18n.language) })}</span>
          )}
          {last_hash && (
            <>
              <code>{`${last_seal}:${last_hash.slice(0, 12)}…`}</code>
              <CopyButton value={`${last_seal}:${last_hash}`}>
                {({ copied, copy }) => (
                  <Button size="compact-xs" variant="default" onClick={copy}>
                    <span aria-live="polite">{copied ? t('shell:copied') : t('seal.copy')}</span>
                  </Button>
                )}
              </CopyButton>
            </>
          )}
        </p>
      </Notice>
    </div>
  )
}
