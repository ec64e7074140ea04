import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../../shared/names.ts'
import { exactTime } from '../../../shared/time/words.ts'
import { OpenMenu } from '../../../ui/OpenMenu.tsx'
import { StatusIcon } from '../../../ui/StatusIcon.tsx'
import { useMenuButton } from '../../../ui/use-menu-button.ts'
import type { IncidentMark } from './incident-marks.ts'
import classes from './picture.module.css'

/** Markers of the incidents that began in the range, with links to the incidents' pages. */
export function IncidentMarks({ marks }: { marks: readonly IncidentMark[] }) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.marks}>
      {marks.length > 0 && (
        <ul aria-label={t('picture.incidents')}>
          {marks.map((mark) => (
            <li key={mark.position} style={{ left: `${mark.position * 100}%` }}>
              {mark.incidents.length === 1 ? <SingleMark mark={mark} /> : <GroupMark mark={mark} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Describes an incident: "OPI-7, P1, outage, Aug 20, 2026, 14:43 UTC". */
export function useIncidentWords(): (incident: MarkedIncident) => string {
  const word = useStatusWord()
  const { t, i18n } = useTranslation()
  return ({ jira_id, priority_type, severity, start_date, is_internal }) =>
    [
      jira_id,
      priority_type,
      word(severity),
      ...(is_internal === 'Y' ? [t('internal')] : []),
      exactTime(Date.parse(start_date), i18n.language),
    ].join(', ')
}

function SingleMark({ mark: { incidents, severity } }: { mark: IncidentMark }) {
  const words = useIncidentWords()
  const [incident] = incidents
  if (!incident) return null
  return (
    <Link
      to="/details/$id"
      params={{ id: incident.jira_id }}
      title={`${words(incident)}\n${incident.details}`}
    >
      <StatusIcon status={severity} />
      <span className="visually-hidden">{words(incident)}</span>
    </Link>
  )
}

function GroupMark({ mark: { incidents, severity } }: { mark: IncidentMark }) {
  const { t } = useTranslation('changes')
  const word = useStatusWord()
  const { isOpen, close, buttonProps } = useMenuButton()
  const name = t('picture.many', { number: incidents.length, severity: word(severity) })
  return (
    <>
      <button {...buttonProps} className={classes.many} aria-label={name} title={name}>
        <StatusIcon status={severity} />
        <span aria-hidden="true">{incidents.length}</span>
      </button>
      {isOpen && (
        <OpenMenu label={name} className={classes.menu} onClose={close}>
          <Incidents incidents={incidents} />
        </OpenMenu>
      )}
    </>
  )
}

function Incidents({ incidents }: Pick<IncidentMark, 'incidents'>) {
  const words = useIncidentWords()
  return incidents.map((incident) => (
    <Menu.Item
      key={incident.jira_id}
      component={Link}
      {...({ to: '/details/$id', params: { id: incident.jira_id } } as object)}
      leftSection={<StatusIcon status={incident.severity} />}
    >
      {words(incident)}
    </Menu.Item>
  ))
}
