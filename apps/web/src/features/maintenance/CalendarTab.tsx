import { WIDTHS } from '@aviary/contract/constants'
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Agenda } from './Agenda.tsx'
import classes from './calendar.module.css'
import { MonthView } from './MonthView.tsx'
import { useCalendar } from './use-calendar.ts'
import { useDayWords } from './use-day-words.ts'
import { useDataCenters, useMaintenanceEvents } from './use-maintenance.ts'
import { WeekView } from './WeekView.tsx'

/** The events of one data center or all, by month or week, in Pacific time. */
export function CalendarTab() {
  const { t } = useTranslation('maintenance')
  const query = useMaintenanceEvents()
  const { data } = query
  const calendar = useCalendar(data)
  const { weeks, show, month, events, today } = calendar
  const words = useDayWords()
  const isNarrow = useMediaQuery(`(max-width: ${WIDTHS.sm - 1}px)`, false, { getInitialValueInEffect: false })
  const View = isNarrow ? Agenda : show === 'week' ? WeekView : MonthView
  return (
    <Panel
      title={<span aria-live="polite">{words.span(weeks, calendar)}</span>}
      aside={<Tools {...calendar} />}
    >
      <p className="muted">{t('calendar.zone')}</p>
      <LoadError query={query} failure={t('list.error')} />
      {!data && <Skeleton rows={7} label={t('calendar.loading')} />}
      {data && (
        <>
          {calendar.isEmpty && <p>{t(show === 'week' ? 'calendar.noneWeek' : 'calendar.noneMonth')}</p>}
          <div className={classes.calendar}>
            <View {...{ weeks, month, events, today, words }} onWeek={calendar.goToWeek} />
          </div>
        </>
      )}
    </Panel>
  )
}

/** Choice of data center and of month or week, and the buttons to move in time. */
function Tools(calendar: ReturnType<typeof useCalendar>) {
  const { t } = useTranslation('maintenance')
  const dataCenters = useDataCenters().data ?? []
  const button = (text: string, run: () => void) => (
    <Button size="compact-sm" variant="default" onClick={run}>
      {text}
    </Button>
  )
  return (
    <div className={classes.tools}>
      <NativeSelect
        size="xs"
        aria-label={t('calendar.dataCenter')}
        value={calendar.dataCenter}
        onChange={(event) => calendar.chooseDataCenter(event.currentTarget.value)}
        data={[
          { value: '', label: t('calendar.allDataCenters') },
          ...dataCenters.map(({ system_name, name }) => ({ value: system_name, label: name })),
        ]}
      />
      <Segments
        label={t('calendar.show')}
        value={calendar.show}
        choices={[
          { value: 'month', label: t('calendar.month') },
          { value: 'week', label: t('calendar.week') },
        ]}
        onChange={calendar.choose}
      />
      <div className={classes.steps}>
        {button(t('calendar.previous'), () => calendar.step(-1))}
        {button(t('calendar.today'), calendar.goToToday)}
        {button(t('calendar.next'), () => calendar.step(1))}
      </div>
    </div>
  )
}
