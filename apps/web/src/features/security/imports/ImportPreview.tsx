import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { LoadError } from '../../../ui/Loaded.tsx'
import { CompanyHint } from '../companies/CompanyHint.tsx'
import { EmailView } from '../emails/EmailView.tsx'
import { Steps } from '../upload/Steps.tsx'
import classes from './imports.module.css'
import { useImportPreview } from './use-imports.ts'

type ImportPreviewProps = {
  text: string
  isLong: boolean
  onLine: (line: number) => void
}

/** Previews the first rows as mails with their faults; stores nothing. */
export function ImportPreview({ text, isLong, onLine }: ImportPreviewProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const count = useCount()
  const settled = useDebounced(text, FILTER_DEBOUNCE_MS)
  const query = useImportPreview(settled, isLong)
  const { data, error } = query
  const [chosen, setChosen] = useState(0)
  if (settled.trim() === '') return null
  if (!data) {
    if (!error) return <p role="status">{t('preview.loading')}</p>
    return <LoadError query={query} failure={t('preview.error')} />
  }
  const { rows, fault } = data
  const index = Math.min(chosen, Math.max(0, rows.length - 1))
  const row = rows[index]
  const faultyCount = rows.filter(({ faults }) => faults.length > 0).length
  return (
    <section aria-label={t('preview.title')} className={classes.preview}>
      <div className={classes.previewHead}>
        <p className={classes.previewTitle}>{t('preview.title')}</p>
        {rows.length > 0 && (
          <Steps
            label={t('preview.at', { at: count(index + 1), all: count(rows.length) })}
            previous={t('preview.previous')}
            next={t('preview.next')}
            index={index}
            count={rows.length}
            onGo={setChosen}
          />
        )}
      </div>
      {faultyCount > 0 && (
        <p className={classes.fault}>
          {t('preview.faulty', { count: faultyCount, number: count(faultyCount) })}
        </p>
      )}
      {fault !== null && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {row && (
        <>
          <p>
            <button type="button" className={classes.line} onClick={() => onLine(row.line)}>
              {t('preview.line', { line: count(row.line) })}
            </button>{' '}
            · {t('security:field.companyId')} {row.company_id}
          </p>
          <CompanyHint companyId={row.company_id} withReach />
          {row.faults.length > 0 && (
            <ul className={classes.faults} aria-label={t('preview.faults')}>
              {row.faults.map(({ column, message }) => (
                <li key={`${column ?? ''}:${message}`}>
                  {column !== null && <strong>{column}: </strong>}
                  {message}
                </li>
              ))}
            </ul>
          )}
          <EmailView subject={row.subject} body={row.body} />
        </>
      )}
    </section>
  )
}
