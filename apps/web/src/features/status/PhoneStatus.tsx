import { isQuiet } from '@aviary/contract/status/rules'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import type { LargeStatusProps } from './LargeStatus.tsx'
import { type MatrixRow, statusIn, toMatrixRows } from './matrix-rows.ts'
import classes from './phone-status.module.css'
import { StatusCell } from './StatusCell.tsx'
import { useHeld } from './use-held.ts'
import { cellKey } from './use-status.ts'

type PhoneStatusProps = LargeStatusProps & {
  /** The whole matrix. */
  children: ReactNode
}

/** On a phone: the services in trouble and where, and the whole matrix behind a button. */
export function PhoneStatus({ matrix, services, dataCenters, since, children }: PhoneStatusProps) {
  const { t } = useTranslation('matrix')
  const number = useCount()
  const [isWhole, setWhole] = useState(false)
  const { held, hold, onBlur } = useHeld()
  const rows = useMemo(() => toMatrixRows(matrix, services, dataCenters), [matrix, services, dataCenters])
  const shown = rows.flatMap((row) => {
    const places = dataCenters.filter(
      ({ system_name }) =>
        !isQuiet(statusIn(row.cells, system_name)) || cellKey(row.service.system_name, system_name) === held,
    )
    return places.length > 0 ? [{ row, places }] : []
  })
  return (
    <>
      <div className={classes.head}>
        {isWhole ? <span /> : <h3>{t('trouble')}</h3>}
        <FilterChip isPressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {t('all', { number: number(services.length) })}
        </FilterChip>
      </div>
      {isWhole ? (
        children
      ) : shown.length === 0 ? (
        <p>{t('noTrouble')}</p>
      ) : (
        <ul className={classes.services} onBlur={onBlur}>
          {shown.map(({ row, places }) => (
            <li key={row.service.system_name}>
              <span className={classes.service}>{row.service.name}</span>
              <Places row={row} places={places} since={since} onHold={hold} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type PlacesProps = {
  row: MatrixRow
  places: LargeStatusProps['dataCenters']
  since: ReadonlyMap<string, string>
  onHold: (cell: string) => void
}

function Places({ row: { service, cells }, places, since, onHold }: PlacesProps) {
  const word = useStatusWord()
  return (
    <ul className={classes.places}>
      {places.map((dataCenter) => {
        const key = cellKey(service.system_name, dataCenter.system_name)
        const status = statusIn(cells, dataCenter.system_name)
        return (
          <li key={key} onFocus={() => onHold(key)}>
            <StatusCell
              service={service}
              dataCenter={dataCenter}
              status={status}
              word={word(status)}
              since={since.get(key)}
              cell={key}
              isStop
              text={dataCenter.short_name ?? dataCenter.name}
            />
          </li>
        )
      })}
    </ul>
  )
}
