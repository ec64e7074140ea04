import type { Incident } from '@aviary/contract/incidents/schemas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/names.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ChartFigure } from '../ChartFigure.tsx'
import type { DayRange } from '../chart-range.ts'
import type { ChartFilterState } from '../use-chart-filters.ts'
import { type Coming, useAvailability } from '../use-charts.ts'
import { AvailabilityTable } from './AvailabilityTable.tsx'
import { pictureOfStrips } from './availability-picture.ts'
import { type CellDays, cellDaysOf, sheetOf, summaryOf } from './cell-days.ts'
import { DaysTable } from './DaysTable.tsx'
import { DayView } from './DayView.tsx'
import { type DayState, TROUBLES } from './day-states.ts'
import { StateLegend } from './StateLegend.tsx'
import { Strips } from './Strips.tsx'
import { useDayWords } from './use-day-words.ts'

type AvailabilityPanelProps = {
  filters: ChartFilterState
  historic: readonly Incident[]
  coming: Coming
}

/** What is open: a day, or the days of a cell and then one of them. */
type Opened = { cell: CellDays; day: DayState | undefined; isFromDays?: boolean }

const LATE_MS = 500

/** How available every service was in every data center, day by day. */
export function AvailabilityPanel({ filters, historic, coming }: AvailabilityPanelProps) {
  const { t } = useTranslation('charts')
  const { range, dataCenters, listed } = filters
  const found = useAvailability({ range, dataCenters, isReady: !listed.isPending })
  // Said when it takes long, or is offline: a short sentence coming and going with every choice would only disturb.
  const isLate = useDebounced(found.isPlaceholderData, LATE_MS)
  const [opened, setOpened] = useState<Opened>()
  const { data, error } = found
  useErrorToast(error, t('toast.availability'))
  const cells = useMemo(
    () => (data ? cellDaysOf(data.cells, { start: data.start_day, end: data.end_day }) : undefined),
    [data],
  )
  if (!data || !cells)
    return (
      <Panel title={t('availability.title')}>
        <Loaded query={found} failure={t('availability.error')} loading={t('loading')} rows={7} />
      </Panel>
    )
  const shown = { start: data.start_day, end: data.end_day }
  return (
    <>
      <AvailabilityFigure
        cells={cells}
        range={shown}
        isFormer={found.isPlaceholderData && isLate}
        onOpen={setOpened}
      />
      {opened && (
        <OpenedDialog
          {...{ opened: asOf(cells, opened), historic, coming }}
          onDay={(day) => setOpened({ ...opened, day, isFromDays: true })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** The same as it is by now: figures change while they are looked at. */
function asOf(cells: readonly CellDays[], opened: Opened): Opened {
  const { service, data_center } = opened.cell.cell
  const cell =
    cells.find((one) => one.cell.service === service && one.cell.data_center === data_center) ?? opened.cell
  return { ...opened, cell, day: cell.days.find(({ day }) => day === opened.day?.day) ?? opened.day }
}

type AvailabilityFigureProps = {
  cells: readonly CellDays[]
  range: DayRange
  /** They are those of the choice before, until the new ones are there. */
  isFormer: boolean
  onOpen: (opened: Opened) => void
}

function AvailabilityFigure({ cells, range, isFormer, onOpen }: AvailabilityFigureProps) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const title = t('availability.title')
  const columns = [
    ...[t('service'), t('dataCenter'), t('day'), t('knownSeconds')],
    ...TROUBLES.map(([, state]) => t('stateSeconds', { state: words.status(state) })),
    t('availabilityPercent'),
  ]
  return (
    <ChartFigure
      title={title}
      summary={
        <>
          <span role="status">{isFormer && t('availability.former')}</span>{' '}
          <Summary cells={cells} range={range} />
        </>
      }
      file="availability"
      sheet={() => sheetOf(cells, columns)}
      picture={(holder) =>
        pictureOfStrips(holder, cells, {
          ...{ title, names, percent: words.percent, state: words.status },
          note: words.range(range),
        })
      }
      legend={<StateLegend />}
      table={<AvailabilityTable cells={cells} onDays={(cell) => onOpen({ cell, day: undefined })} />}
    >
      <Strips cells={cells} range={range} onOpen={(cell, day) => onOpen({ cell, day })} />
    </ChartFigure>
  )
}

function Summary({ cells, range }: { cells: readonly CellDays[]; range: DayRange }) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const { known, unknown, worst } = useMemo(() => summaryOf(cells), [cells])
  return (
    <>
      {t('caption', { summary: '', scope: words.range(range) }).trim()}{' '}
      {worst &&
        t('availability.worst', {
          service: names.service(worst.service),
          dataCenter: names.dataCenter(worst.data_center),
          percent: words.percent(worst.availability),
          known: words.number(known),
        })}{' '}
      {unknown > 0 && t('availability.unknown', { unknown: words.number(unknown) })} {t('availability.how')}
    </>
  )
}

type OpenedDialogProps = Omit<AvailabilityPanelProps, 'filters'> & {
  opened: Opened
  onDay: (day: DayState) => void
  onClose: () => void
}

function OpenedDialog({ opened, historic, coming, onDay, onClose }: OpenedDialogProps) {
  const { cell, day, isFromDays = false } = opened
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const { service, data_center } = cell.cell
  const place = { service: names.service(service), dataCenter: names.dataCenter(data_center) }
  const title = day ? t('day.title', { ...place, day: words.day(day.day) }) : t('days.of', place)
  return (
    <Dialog title={title} size={day ? 'md' : 'xl'} onClose={onClose}>
      {day ? (
        <DayView cell={cell.cell} takesFocus={isFromDays} {...{ day, historic, coming }} />
      ) : (
        <DaysTable days={cell.days} onOpen={onDay} />
      )}
    </Dialog>
  )
}
