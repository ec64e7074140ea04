import { UPLOAD_MAX_FAULTS } from '@aviary/contract/constants'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import classes from './upload.module.css'
import type { BadRows } from './use-upload.ts'

type BadRowsReportProps = {
  badRows: BadRows
  title: string
  /**
   * Makes line numbers up to `lastLine` jump to that line of the displayed contents; if omitted, they are
   * plain text.
   */
  goTo?: { lastLine: number; run: (line: number) => void }
}

/** Lists the faults of a refused file by line and column. */
export function BadRowsReport({ badRows, title, goTo }: BadRowsReportProps) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const id = useId()
  const { message: summary, faults } = badRows
  return (
    <section aria-labelledby={id} className={classes.report}>
      <div role="alert">
        <h3 id={id}>{title}</h3>
        <p>{summary}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the box only if it can be focused */}
      <section className={classes.faults} aria-label={t('report.list')} tabIndex={0}>
        <FactTable
          label={t('report.list')}
          columns={[t('report.line'), t('report.column'), t('report.mend')]}
        >
          {faults.map(({ line, column, message }) => (
            <tr key={`${line}:${column ?? ''}:${message}`}>
              <td>
                {goTo && line <= goTo.lastLine ? (
                  <button
                    type="button"
                    className={classes.line}
                    aria-label={t('report.goTo', { line: count(line) })}
                    onClick={() => goTo.run(line)}
                  >
                    {count(line)}
                  </button>
                ) : (
                  count(line)
                )}
              </td>
              <td>{column ?? t('report.wholeRow')}</td>
              <td>{message}</td>
            </tr>
          ))}
        </FactTable>
      </section>
      {faults.length >= UPLOAD_MAX_FAULTS && (
        <p className="muted">{t('report.first', { shown: count(faults.length) })}</p>
      )}
    </section>
  )
}
