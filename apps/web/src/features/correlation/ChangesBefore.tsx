import type { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { closenessOf } from '@aviary/contract/correlation/rules'
import type { AnswerOf } from '@aviary/contract/endpoint'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPrinting } from '../../shared/printing.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { useShowMore } from '../../ui/use-focus.ts'
import classes from './correlation.module.css'
import { toFullSearch } from './full-search.ts'
import { HoursChoice } from './HoursChoice.tsx'
import { Precedents } from './Precedents.tsx'
import { useChangesBefore } from './use-correlation.ts'
import { useSharedNames } from './use-reason.ts'

/** Items shown at first; a button shows the others. */
const SHOWN_AT_FIRST = 5

type ChangesBeforeProps = { incident: Incident; id?: string }

/**
 * Changes and maintenance before an incident that share a data center, service or CI with the incident.
 * The list does not claim that an item is the cause.
 */
export function ChangesBefore({ incident, id }: ChangesBeforeProps) {
  const { t } = useTranslation('correlation')
  const { query, hours, choose } = useChangesBefore(incident)
  const { error, isPlaceholderData } = query
  useErrorToast(error, t('before.toast'))
  const choice = (
    <HoursChoice
      label={t('before.window')}
      getLabel={(duration) => t('when.before', { duration })}
      hours={hours}
      onChange={choose}
    />
  )
  return (
    <Panel title={t('before.title')} aside={choice} id={id}>
      <Loaded query={query} failure={t('before.error')} loading={t('before.loading')} rows={9}>
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
  const [isUnfolded, setUnfolded] = useState(false)
  const { part, showMore } = useShowMore<HTMLDivElement>()
  const isWhole = useIsPrinting() || isUnfolded
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
        <div ref={part} className={classes.found}>
          <p className="muted">{t('before.claim')}</p>
          <Precedents items={isWhole ? items : items.slice(0, SHOWN_AT_FIRST)} searched={answer} />
          {!isWhole && items.length > SHOWN_AT_FIRST && (
            <PlainButton onClick={() => showMore(() => setUnfolded(true))}>
              {t('before.showAll', toCount(items.length))}
            </PlainButton>
          )}
          {more > 0 && <p>{t('more', toCount(more))}</p>}
        </div>
      )}
      <details className={classes.basis} open={items.length === 0}>
        <summary>{t('before.basis')}</summary>
        {items.length > 0 && <p>{t('before.unrelated', { duration, ...toCount(unrelated) })}</p>}
        {!hasNoNames && <p>{t('before.compared', { names: formatNames(incident) })}</p>}
        <FullSearch {...answer} />
      </details>
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
