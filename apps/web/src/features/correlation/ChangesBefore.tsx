import { CHANGES_BEFORE_DEFAULT_HOURS } from '@aviary/contract/constants'
import type { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { closenessOf } from '@aviary/contract/correlation/rules'
import type { AnswerOf } from '@aviary/contract/endpoint'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { durationInWords } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from './correlation.module.css'
import { toFullSearch } from './full-search.ts'
import { HoursChoice } from './HoursChoice.tsx'
import { readHours } from './hours.ts'
import { Precedents } from './Precedents.tsx'
import { useChangesBefore } from './use-correlation.ts'
import { useSharedNames } from './use-reason.ts'

const HOURS_PARAMETER = 'changes_before'

type ChangesBeforeProps = { incident: Incident; className?: string | undefined }

/**
 * Changes and maintenance before an incident that share a data center, service or CI with the incident.
 * Closeness in time is not a cause.
 */
export function ChangesBefore({ incident, className }: ChangesBeforeProps) {
  const { t } = useTranslation('correlation')
  const { read, write } = useSearchParams()
  const hours = readHours(read(HOURS_PARAMETER))
  const query = useChangesBefore(incident, hours)
  const { error, isPlaceholderData } = query
  useErrorToast(error, t('before.toast'))
  const choose = (chosen: number) =>
    write({ [HOURS_PARAMETER]: chosen === CHANGES_BEFORE_DEFAULT_HOURS ? '' : String(chosen) })
  const choice = (
    <HoursChoice
      label={t('before.window')}
      getLabel={(duration) => t('when.before', { duration })}
      hours={hours}
      onChange={choose}
    />
  )
  return (
    <Panel title={t('before.title')} aside={choice} className={className}>
      <Loaded query={query} failure={t('before.error')} loading={t('before.loading')} rows={5}>
        {(data) => (
          <div className={classes.found} aria-busy={isPlaceholderData}>
            <Results {...data} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

type Answer = AnswerOf<typeof listChangesBefore>

function Results(answer: Answer) {
  const { t, i18n } = useTranslation('correlation')
  const formatNames = useSharedNames()
  const { items, more, unrelated, incident, from, to } = answer
  const number = useCount()
  const toCount = (count: number) => ({ count, number: number(count) })
  const duration = durationInWords(Date.parse(to) - Date.parse(from), i18n.language)
  const hasNoNames = closenessOf(incident) === 0
  return (
    <>
      {hasNoNames && <p>{t('before.nameless', { duration, ...toCount(unrelated) })}</p>}
      {!hasNoNames && items.length === 0 && <p>{t('before.nothing', { duration, ...toCount(unrelated) })}</p>}
      {items.length > 0 && (
        <>
          <p className="muted">{t('before.claim')}</p>
          <Precedents items={items} searched={answer} />
          {more > 0 && <p>{t('more', toCount(more))}</p>}
          <p className="muted">{t('before.unrelated', { duration, ...toCount(unrelated) })}</p>
        </>
      )}
      {!hasNoNames && <p className="muted">{t('before.compared', { names: formatNames(incident) })}</p>}
      <FullSearch {...answer} />
    </>
  )
}

function FullSearch(answer: Answer) {
  const { t } = useTranslation('correlation')
  const formatNames = useSharedNames()
  const { data_centers, services } = answer.incident
  const placeNames = formatNames({ cis: [], services: data_centers.length > 0 ? [] : services, data_centers })
  return (
    <p className={classes.search}>
      <span>{placeNames ? t('search.where', { names: placeNames }) : t('search.everywhere')}</span>{' '}
      <Link to="/changes" search={toFullSearch('manual', answer) as never}>
        {t('search.manual')}
      </Link>{' '}
      <Link to="/changes" search={toFullSearch('auto', answer) as never}>
        {t('search.auto')}
      </Link>
    </p>
  )
}
