import { DETAILS_MAX_CHARACTERS } from '@aviary/contract/constants'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { useMarkChange } from '../../shared/use-mark-change.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './active-incidents.module.css'
import { DetailsLink, TrackerLink } from './incident-cells.tsx'
import { NextUpdate } from './NextUpdate.tsx'

/** One active incident on the landing page (spec 1 §2.4). */
export function IncidentCard({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const word = useStatusWord()
  const titleId = useId()
  const mark = useMarkChange<HTMLElement>(JSON.stringify(incident))
  const isInternal = incident.isInternal === 'Y'
  return (
    <article
      ref={mark}
      aria-labelledby={titleId}
      className={classes.card}
      data-internal={isInternal || undefined}
    >
      <header className={classes.cardHead}>
        <StatusIcon status={incident.symbol} />
        <h2 id={titleId}>
          <TrackerLink jiraId={incident.jiraId} />
          {isInternal && ` (${t('shell:internal')})`}
        </h2>
        {isInternal && <InternalMark />}
      </header>
      <p className={classes.cardLine}>
        <span>
          {incident.priorityType} · {word(incident.symbol)}
        </span>
        <span>
          {t('card.started')} <RelativeTime at={incident.startDate} />
        </span>
      </p>
      <Details text={incident.details} />
      <Facts incident={incident} />
      {incident.nextUpdateDue && (
        <p className={classes.nextUpdate}>
          <span>{t('nextUpdate.title')}</span> <NextUpdate at={incident.nextUpdateDue} />
        </p>
      )}
      <DetailsLink jiraId={incident.jiraId}>{t('card.viewMore')}</DetailsLink>
    </article>
  )
}

function Details({ text }: { text: string }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const [isWhole, setWhole] = useState(false)
  if (text.length <= DETAILS_MAX_CHARACTERS) return <p className={classes.details}>{text}</p>
  return (
    <p className={classes.details}>
      {isWhole ? text : `${text.slice(0, DETAILS_MAX_CHARACTERS)}…`}{' '}
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? t('card.readLess') : t('card.readMore')}
      </button>
    </p>
  )
}

function Facts({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const names = useNames()
  const companies = useCount()(incident.affectedCompanies)
  const facts = [
    [t('card.services'), incident.affectedServices.map(names.service).join(', ')],
    [t('card.dataCenters'), incident.affectedDataCenters.map(names.dataCenter).join(', ')],
    [t('card.companies'), companies],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || t('shell:notAvailable')}</dd>
        </div>
      ))}
    </dl>
  )
}
