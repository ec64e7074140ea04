import type { DataCenter } from '@aviary/contract/reference/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPrinting } from '../../shared/printing.ts'
import { useCount } from '../../shared/use-count.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import classes from './large-status.module.css'
import { filterRows, type GridDataCenter, type MatrixRow, toMatrixRows } from './matrix-rows.ts'
import { PaperMatrix } from './PaperMatrix.tsx'
import { useHeld } from './use-held.ts'
import { VirtualGrid } from './VirtualGrid.tsx'

export type LargeStatusProps = {
  matrix: StatusMatrix
  services: readonly DataCenter[]
  dataCenters: readonly GridDataCenter[]
  since: ReadonlyMap<string, string>
}

/** A matrix with more rows or columns than fit: trouble first, a filter, and the other services folded away. */
export function LargeStatus({ matrix, services, dataCenters, since }: LargeStatusProps) {
  const { t } = useTranslation('matrix')
  const number = useCount()
  const [text, setText] = useState('')
  const [isUnfolded, setUnfolded] = useState(false)
  const isPrinting = useIsPrinting()
  const { held, hold, onBlur } = useHeld()
  const query = useDeferredValue(text)
  const rows = useMemo(() => toMatrixRows(matrix, services, dataCenters), [matrix, services, dataCenters])
  const isFiltered = query.trim() !== ''
  const shown = useMemo(
    () =>
      isFiltered || isUnfolded
        ? filterRows(rows, query)
        : rows.filter(({ isInTrouble, service }) => isInTrouble || service.system_name === held),
    [rows, query, isFiltered, isUnfolded, held],
  )
  const count = { count: services.length, number: number(services.length) }
  return (
    <>
      <div className={classes.tools}>
        <FilterBox label={t('filter')} text={text} onChange={setText} />
        <p role="status">
          {isFiltered ? t('filtered', { ...count, shown: number(shown.length) }) : t('services', count)}
        </p>
      </div>
      {shown.length > 0 ? (
        <>
          <VirtualGrid rows={shown} dataCenters={dataCenters} since={since} onHold={hold} onBlur={onBlur} />
          {isPrinting && <PaperMatrix rows={shown} dataCenters={dataCenters} />}
        </>
      ) : (
        isFiltered && <p>{t('noMatch')}</p>
      )}
      {!isFiltered && <Fold rows={rows} isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />}
    </>
  )
}

type FoldProps = { rows: readonly MatrixRow[]; isUnfolded: boolean; onToggle: () => void }

/** The line that says how many services are not in trouble, and shows them. */
function Fold({ rows, isUnfolded, onToggle }: FoldProps) {
  const { t } = useTranslation('matrix')
  const number = useCount()
  const quiet = rows.filter(({ isInTrouble }) => !isInTrouble)
  const unknown = quiet.filter(({ lacksData }) => lacksData).length
  const normal = quiet.length - unknown
  if (quiet.length === 0) return null
  const Icon = isUnfolded ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={classes.fold} aria-expanded={isUnfolded} onClick={onToggle}>
      <Icon size={16} aria-hidden="true" />
      <span>
        {[
          normal > 0 && t('normal', { count: normal, number: number(normal) }),
          unknown > 0 && t('lacksData', { count: unknown, number: number(unknown) }),
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
    </button>
  )
}
