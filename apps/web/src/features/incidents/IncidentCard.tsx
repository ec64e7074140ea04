import { DETAILS_MAX_CHARACTERS } from '@aviary/contract/constants'
import { shorten } from '@aviary/contract/cut-text'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { useIsPrinting } from '../../shared/printing.ts'
import { useRoleName } from '../../shared/role-name.ts'
import { useMarkChange } from '../../shared/use-mark-change.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './active-incidents.module.css'
import { DetailsLink, TrackerArrow } from './incident-cells.tsx'
import { NextUpdate } from './NextUpdate.tsx'
import { SlaShort } from './SlaShort.tsx'
import { useCompanies } from './use-companies.ts'
import { useMyRoles } from './use-my-incidents.ts'

/** One active incident on the landing page (spec 1 §2.4). */
export function IncidentCard({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const word = useStatusWord()
  const titleId = useId()
  const mark = useMarkChange<HTMLElement>(JSON.stringify(incident))
  const { jiraId, symbol, nextUpdateDue } = incident
  const myRoles = useMyRoles()(incident).map(useRoleName()).join(', ')
  const isInternal = incident.isInternal === 'Y'
  return (
    <article
      ref={mark}
      aria-labelledby={titleId}
      className={classes.card}
      data-internal={isInternal || undefined}
    >
      <header className={classes.cardHead}>
        <Tag status={symbol}>
          <StatusIcon status={symbol} size="small" />
          {word(symbol)}
        </Tag>
        <Tag>{incident.priorityType}</Tag>
        <h2 id={titleId}>
          <Link to="/details/$id" params={{ id: jiraId }}>
            {jiraId}
            {isInternal && ` (${t('shell:internal')})`}
          </Link>
          <TrackerArrow jiraId={jiraId} />
        </h2>
        {isInternal && <InternalMark />}
        {myRoles !== '' && <Tag>{t('card.yourRoles', { roles: myRoles })}</Tag>}
      </header>
      <Details text={incident.details} />
      <div className={classes.placeLine}>
        <Places incident={incident} />
        <span>
          <span className="visually-hidden">{t('card.started')} </span>
          <RelativeTime at={incident.startDate} />
        </span>
      </div>
      <footer className={classes.cardFoot}>
        <span>
          <SlaShort incident={incident} />
          {nextUpdateDue && (
            <>
              {' · '}
              {t('nextUpdate.short')} <NextUpdate at={nextUpdateDue} />
            </>
          )}
        </span>
        <DetailsLink jiraId={jiraId}>{t('card.viewMore')}</DetailsLink>
      </footer>
    </article>
  )
}

/** A first paragraph up to this length is a title. */
const TITLE_MAX_CHARACTERS = 120

function Details({ text }: { text: string }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const [isUnfolded, setUnfolded] = useState(false)
  const isWhole = useIsPrinting() || isUnfolded
  const short = shorten(text, DETAILS_MAX_CHARACTERS)
  const isLong = short !== text
  const shown = isWhole ? text : short
  const [first = '', ...others] = shown.split(/\n\s*\n/)
  const hasTitle = first !== '' && first.length <= TITLE_MAX_CHARACTERS
  const rest = hasTitle ? others.join('\n\n') : shown
  return (
    <div className={classes.details}>
      {hasTitle && <p className={classes.title}>{first}</p>}
      {rest && <p>{rest}</p>}
      {isLong && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('card.readLess') : t('card.readMore')}
        </button>
      )}
    </div>
  )
}

/** What is affected: "Travel · eu2, CCPS · 310 companies". */
function Places({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['incidents', 'shell'])
  const names = useNames()
  const facts = [
    [t('card.services'), incident.affectedServices.map(names.service).join(', ')],
    [t('card.dataCenters'), incident.affectedDataCenters.map(names.dataCenter).join(', ')],
    [t('card.companies'), useCompanies()(incident.affectedCompanies)],
  ]
  return (
    <dl className={classes.places} title={facts.map(([, value]) => value).join(' · ')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="visually-hidden">{name}</dt>
          <dd>{value || t('shell:notAvailable')}</dd>
        </div>
      ))}
    </dl>
  )
}
