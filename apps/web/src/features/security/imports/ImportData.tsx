import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { LoadError } from '../../../ui/Loaded.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useFileTexts } from '../upload/use-file-texts.ts'
import classes from './imports.module.css'
import { useImportRows } from './use-imports.ts'

const PAGE = 25
const COLUMN_PX = 160
const NONE: readonly string[][] = []

/** Shows a mail-merge file as a table and loads it part by part (spec 3 §2: the CSV viewer). */
export function ImportData({ row, onClose }: { row: SecurityImport; onClose: () => void }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const { bytes } = useFileTexts()
  const query = useImportRows(row)
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const [page, setPage] = useState(0)
  const [header = [], ...rows] = useMemo(() => data?.pages.flatMap((part) => part.rows) ?? NONE, [data])
  const title = t('data.title', { name: row.filename })
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <p className={`muted ${classes.about}`}>{bytes(row.size)}</p>
      {data && <CsvTable label={title} header={header} rows={rows} from={page * PAGE} />}
      {!data && !error && <Skeleton rows={7} label={t('shell:loading')} />}
      <LoadError query={query} failure={t('data.error')} />
      {data && (
        <div className={classes.foot}>
          <span role="status">
            {t(hasNextPage ? 'data.soFar' : 'data.rows', { rows: count(rows.length) })}
          </span>
          {rows.length > PAGE && (
            <Pager label={title} index={page} count={Math.ceil(rows.length / PAGE)} onChange={setPage} />
          )}
          {hasNextPage && (
            <DisabledButton
              variant="default"
              size="compact-sm"
              disabledReason={isFetching ? '' : undefined}
              onClick={() => void fetchNextPage()}
            >
              {t('data.more')}
            </DisabledButton>
          )}
        </div>
      )}
    </Dialog>
  )
}

type CsvTableProps = {
  label: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Index of the first row on the page. */
  from: number
}

/** Columns keep their width; the table scrolls within the dialog. */
function CsvTable({ label, header, rows, from }: CsvTableProps) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const shown = rows.slice(from, from + PAGE).map((cells, index) => ({ number: from + index + 1, cells }))
  const columns = header.map((name, index) => ({ key: `${index} ${name}`, index }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the box only if it can be focused
    <section className={classes.csv} aria-label={label} tabIndex={0}>
      <FactTable label={label} columns={[t('data.row'), ...header]} minWidth={columns.length * COLUMN_PX}>
        {shown.map(({ number, cells }) => (
          <tr key={number}>
            <td>{count(number)}</td>
            {columns.map(({ key, index }) => (
              <td key={key}>
                <span className={classes.cell}>{cells[index]}</span>
              </td>
            ))}
          </tr>
        ))}
      </FactTable>
    </section>
  )
}
