import { AVAILABILITY_LARGEST_PAGE } from '@aviary/contract/constants'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/names.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ChartFigure } from '../ChartFigure.tsx'
import type { DayRange } from '../chart-range.ts'
import type { ChartFilterState } from '../use-chart-filters.ts'
import { type LoadState, useAvailability } from '../use-charts.ts'
import { AvailabilityTable } from './AvailabilityTable.tsx'
import { drawStrips } from './availability-picture.ts'
import { type CellDays, summarize, toCellDays, toSheet } from './cell-days.ts'
import { DaysTable } from './DaysTable.tsx'
import { DayView } from './DayView.tsx'
import { type DayState, DEGRADED_STATES } from './day-states.ts'
import { StateLegend } from './StateLegend.tsx'
import { Strips } from './Strips.tsx'
import { useDayWords } from './use-day-words.ts'

type AvailabilityPanelProps = {
  filters: ChartFilterState
  historic: readonly Incident[]
  loadState: LoadState
}

/**
 * Content of the dialog: one day of a cell, or the list of its days if `day` is undefined. `isFromDays`: the day
 * was chosen in that list.
 */
type OpenedItem = { cell: CellDays; day: DayState | undefined; isFromDays?: boolean }

const LATE_MS = 500

/** Availability of every service in the chosen data centers by day. */
export const AvailabilityPanel = memo(function AvailabilityPanel(props: AvailabilityPanelProps) {
  const { filters, historic, loadState } = props
  const { t } = useTranslation('charts')
  const { range, dataCenters, listed } = filters
  const scope = dataCenters.join()
  const [turned, setTurned] = useState({ scope, page: 0 })
  const page = turned.scope === scope ? turned.page : 0
  const turnTo = useCallback((next: number) => setTurned({ scope, page: next }), [scope])
  const query = useAvailability({ range, dataCenters, page, isReady: !listed.isPending })
  const [opened, setOpened] = useState<OpenedItem>()
  const { error } = query
  // Deferred, because a hundred strips delay the rest of the page. Cached data shows at once, so that the page has
  // its full height when going back restores the scroll position.
  const [known] = useState(query.data)
  const data = useDeferredValue(query.data, known ?? null) ?? undefined
  const isOutdated = query.isPlaceholderData || data !== query.data
  // Delays the "outdated" hint, which would flicker after every change of filters.
  const isLate = useDebounced(isOutdated, LATE_MS)
  useErrorToast(error, t('toast.availability'))
  const cells = useMemo(
    () => (data ? toCellDays(data.cells, { start: data.start_day, end: data.end_day }) : undefined),
    [data],
  )
  const shown = useMemo(() => data && { start: data.start_day, end: data.end_day }, [data])
  if (!cells || !shown)
    return (
      <Panel title={t('availability.title')}>
        <Loaded
          query={{ data, error, refetch: query.refetch }}
          failure={t('availability.error')}
          loading={t('loading')}
          rows={7}
        />
      </Panel>
    )
  return (
    <>
      <AvailabilityFigure
        cells={cells}
        total={data?.total ?? cells.length}
        page={page}
        onPage={turnTo}
        range={shown}
        isOutdated={isOutdated && isLate}
        onOpen={setOpened}
      />
      {opened && (
        <OpenedDialog
          {...{ opened: refreshOpened(cells, opened), historic, loadState }}
          onDay={(day) => setOpened({ ...opened, day, isFromDays: true })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
})

/** The opened item with current figures: data may be refetched while the dialog is open. */
function refreshOpened(cells: readonly CellDays[], opened: OpenedItem): OpenedItem {
  const { service, data_center } = opened.cell.cell
  const cell =
    cells.find(
      (candidate) => candidate.cell.service === service && candidate.cell.data_center === data_center,
    ) ?? opened.cell
  return { ...opened, cell, day: cell.days.find(({ day }) => day === opened.day?.day) ?? opened.day }
}

type AvailabilityFigureProps = {
  /** One page of the cells. */
  cells: readonly CellDays[]
  /** Number of cells on all pages. */
  total: number
  page: number
  onPage: (page: number) => void
  range: DayRange
  /** True while the figures shown still belong to the previous filters. */
  isOutdated: boolean
  onOpen: (opened: OpenedItem) => void
}

const AvailabilityFigure = memo(function AvailabilityFigure({
  cells,
  total,
  page,
  onPage,
  range,
  isOutdated,
  onOpen,
}: AvailabilityFigureProps) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const openDay = useCallback((cell: CellDays, day: DayState) => onOpen({ cell, day }), [onOpen])
  const title = t('availability.title')
  const pages = Math.ceil(total / AVAILABILITY_LARGEST_PAGE)
  const columns = [
    ...[t('service'), t('dataCenter'), t('day'), t('knownSeconds')],
    ...DEGRADED_STATES.map(([, state]) => t('stateSeconds', { state: words.status(state) })),
    t('availabilityPercent'),
  ]
  return (
    <ChartFigure
      title={title}
      isLong
      summary={
        <>
          <span role="status">{isOutdated && t('availability.former')}</span>{' '}
          {pages > 1 &&
            t('availability.part', { shown: words.number(cells.length), all: words.number(total) })}{' '}
          <Summary cells={cells} range={range} />
        </>
      }
      file={pages > 1 ? `availability-${page + 1}` : 'availability'}
      sheet={() => toSheet(cells, columns)}
      picture={(holder) =>
        drawStrips(holder, cells, {
          ...{ title, names, percent: words.percent, state: words.status },
          note: words.range(range),
        })
      }
      legend={<StateLegend />}
      table={<AvailabilityTable cells={cells} onDays={(cell) => onOpen({ cell, day: undefined })} />}
    >
      <Strips cells={cells} range={range} onOpen={openDay} />
      {pages > 1 && <Pager label={title} index={Math.min(page, pages - 1)} count={pages} onChange={onPage} />}
    </ChartFigure>
  )
})

function Summary({ cells, range }: { cells: readonly CellDays[]; range: DayRange }) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const { known, unknown, worst } = useMemo(() => summarize(cells), [cells])
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
  opened: OpenedItem
  onDay: (day: DayState) => void
  onClose: () => void
}

function OpenedDialog({ opened, historic, loadState, onDay, onClose }: OpenedDialogProps) {
  const { cell, day, isFromDays = false } = opened
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const { service, data_center } = cell.cell
  const cellNames = { service: names.service(service), dataCenter: names.dataCenter(data_center) }
  const title = day ? t('day.title', { ...cellNames, day: words.day(day.day) }) : t('days.of', cellNames)
  return (
    <Dialog title={title} size={day ? 'md' : 'xl'} onClose={onClose}>
      {day ? (
        <DayView cell={cell.cell} takesFocus={isFromDays} {...{ day, historic, loadState }} />
      ) : (
        <DaysTable days={cell.days} onOpen={onDay} />
      )}
    </Dialog>
  )
}
