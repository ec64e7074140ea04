import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../../shared/api.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useFileWords } from '../upload/use-file-words.ts'
import classes from './imports.module.css'
import { useImportRows } from './use-imports.ts'

const PAGE = 25
const COLUMN_PX = 160
const NONE: readonly string[][] = []

/** A mail-merge file as a table, read on part after part (spec 3 §2: the CSV viewer). */
export function ImportData({ row, onClose }: { row: SecurityImport; onClose: () => void }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const { bytes } = useFileWords()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useImportRows(row)
  const [page, setPage] = useState(0)
  const [header = [], ...rows] = useMemo(() => data?.pages.flatMap((part) => part.rows) ?? NONE, [data])
  const title = t('data.title', { name: row.filename })
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <p className={`muted ${classes.about}`}>{bytes(row.size)}</p>
      {data && <CsvTable label={title} header={header} rows={rows} from={page * PAGE} />}
      {!data && !error && <Skeleton rows={7} label={t('shell:loading')} />}
      {error && (
        <ErrorState title={t('data.error')} reason={reasonOf(error)} again={{ run: () => void refetch() }} />
      )}
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
  /** The first that shows. */
  from: number
}

/** However many columns there are, they have their room and scroll within the dialog. */
function CsvTable({ label, header, rows, from }: CsvTableProps) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const shown = rows.slice(from, from + PAGE).map((cells, at) => ({ number: from + at + 1, cells }))
  const columns = header.map((name, at) => ({ key: `${at} ${name}`, name, at }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where nothing inside can be focused, the arrow keys scroll it
    <section className={classes.csv} aria-label={label} tabIndex={0}>
      <table aria-label={label} style={{ minWidth: columns.length * COLUMN_PX }}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {t('data.row')}
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ number, cells }) => (
            <tr key={number}>
              <td className={classes.number}>{count(number)}</td>
              {columns.map(({ key, at }) => (
                <td key={key}>
                  <span className={classes.cell}>{cells[at]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
