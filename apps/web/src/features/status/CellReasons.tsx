import { declaring } from '@aviary/contract/declared/rules'
import { httpLink } from '@aviary/contract/rules'
import type { CellReason } from '@aviary/contract/status/endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DECLARE_FROM, DECLARE_OPEN, DECLARE_PARAMETER } from '../../shared/declare-dialog.ts'
import { useMay } from '../../shared/may.ts'
import { useStatusWord } from '../../shared/names.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './status.module.css'

/** The incidents and reports behind a cell, worst first. */
export function CellReasons({ reasons, cell }: { reasons: readonly CellReason[]; cell: CellName }) {
  const { t } = useTranslation('status')
  if (reasons.length === 0) return <p>{t('reasons.none')}</p>
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason, index) => (
        <li key={getKey(reason, index)}>
          <StatusIcon status={reason.status} />
          <div>
            {reason.kind === 'incident' ? <Incident {...reason} /> : <Report {...reason} cell={cell} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/**
 * A key belongs to one reason, so that the focus never passes to another reason's link; the index tells equal
 * reports apart.
 */
const getKey = (reason: CellReason, index: number): string =>
  reason.kind === 'incident' ? reason.jira_id : `${index} ${reason.source} ${reason.link}`

type IncidentProps = Extract<CellReason, { kind: 'incident' }>

function Incident({ jira_id, priority_type, is_internal, details, status, since }: IncidentProps) {
  const word = useStatusWord()
  return (
    <>
      <p>
        <Link to="/details/$id" params={{ id: jira_id }}>
          {jira_id}
        </Link>{' '}
        {priority_type} · {word(status)} · <RelativeTime at={since} />{' '}
        {is_internal === 'Y' && <InternalMark />}
      </p>
      <p className={classes.words}>{details}</p>
    </>
  )
}

type CellName = { service: string; dataCenter: string }
type ReportProps = Extract<CellReason, { kind: 'report' }> & { cell: CellName }

function Report({ source, summary, link, status, since, alert, cell }: ReportProps) {
  const { t } = useTranslation(['status', 'shell'])
  const word = useStatusWord()
  const may = useMay()
  const declared = {
    [DECLARE_PARAMETER]: DECLARE_OPEN,
    [DECLARE_FROM.service]: cell.service,
    [DECLARE_FROM.dataCenter]: cell.dataCenter,
    [DECLARE_FROM.alert]: alert,
  }
  return (
    <>
      {summary && <p className={classes.words}>{summary}</p>}
      <p className="muted">
        {t('reasons.reportedBy', { source })} · {word(status)} · <RelativeTime at={since} />
      </p>
      {link && httpLink.test(link) && (
        <a href={link} target="_blank" rel="noreferrer">
          {t('reasons.link')} <span className="visually-hidden">({t('shell:opensNewTab')})</span>
        </a>
      )}
      {may(declaring) && (
        <Link to="/" search={declared as never}>
          {t('shell:declareIncident')}
        </Link>
      )}
    </>
  )
}
