import { isQuiet } from '@aviary/contract/status/rules'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRINTED_ROWS } from '../../shared/printing.ts'
import { NotPrinted } from '../../ui/NotPrinted.tsx'
import { type GridDataCenter, type MatrixRow, statusIn } from './matrix-rows.ts'
import classes from './paper-matrix.module.css'

/** Columns that a page in portrait has room for. */
const COLUMNS = 20
/** Limits the time that the browser waits for a matrix with many columns. */
const PRINTED_CELLS = 15_000

type PaperMatrixProps = { rows: readonly MatrixRow[]; dataCenters: readonly GridDataCenter[] }

/** A large matrix on paper, frozen when printing begins: a refresh would render thousands of cells again. */
export function PaperMatrix(props: PaperMatrixProps) {
  const [{ rows, dataCenters }] = useState(props)
  return <Tables rows={rows} dataCenters={dataCenters} />
}

/** Tables below each other, with as many data centers as a page has room for. */
const Tables = memo(({ rows, dataCenters }: PaperMatrixProps) => {
  const { t } = useTranslation('status')
  const most = Math.min(PRINTED_ROWS, Math.floor(PRINTED_CELLS / Math.max(1, dataCenters.length)))
  const printed = rows.slice(0, most)
  const parts = Array.from({ length: Math.ceil(dataCenters.length / COLUMNS) }, (_, part) =>
    dataCenters.slice(part * COLUMNS, (part + 1) * COLUMNS),
  )
  return (
    <div className={classes.paper}>
      {parts.map((part) => (
        <table key={part[0]?.system_name} className={classes.matrix} data-paper-matrix>
          <thead>
            <tr>
              <th scope="col">{t('service')}</th>
              {part.map(({ name, short_name, system_name }) => (
                <th key={system_name} scope="col">
                  <span>{short_name ?? name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {printed.map(({ service, cells }) => (
              <tr key={service.system_name}>
                <th scope="row">{service.name}</th>
                {part.map(({ system_name }) => (
                  <Cell key={system_name} status={statusIn(cells, system_name)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <NotPrinted count={rows.length - printed.length} />
    </div>
  )
})

/** Characters that resemble the icons: drawing thousands of SVG icons would take seconds. */
const LETTERS: Record<MatrixRow['worst'], string> = {
  NA: '–',
  NORMAL: '✓',
  PARTIAL_PERFORMANCE: '◷',
  PERFORMANCE: '»',
  PARTIAL_OUTAGE: '!',
  OUTAGE: '✕',
}

const Cell = ({ status }: { status: MatrixRow['worst'] }) =>
  isQuiet(status) ? (
    <td>{LETTERS[status]}</td>
  ) : (
    <td data-status={status}>
      <span>{LETTERS[status]}</span>
    </td>
  )
