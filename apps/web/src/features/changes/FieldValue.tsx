import type { ChangeField } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { Time } from '../../ui/Time.tsx'
import { commitLink } from './change-fields.ts'
import { Highlighted } from './Highlighted.tsx'
import type { Highlight } from './matches.ts'

type FieldValueProps = { change: Change; field: ChangeField; highlight: Highlight }

/** One field of a change as people read it. Nothing where it has none. */
export function FieldValue({ change, field, highlight }: FieldValueProps): ReactNode {
  const words = useFieldWords()
  switch (field) {
    case 'effective_at':
    case 'planned_start':
    case 'planned_end':
    case 'actual_start':
    case 'actual_end':
    case 'submitted_on': {
      const at = change[field]
      return at === null ? null : <Time at={at} />
    }
    case 'data_centers':
    case 'services':
    case 'cis':
    case 'change_type':
    case 'id':
      return words(change, field)
    case 'status':
      return change.status
    case 'ticket_id':
      return <Ticket change={change} highlight={highlight} />
    case 'github_sha':
      return <Commit change={change} highlight={highlight} />
    default:
      return <Highlighted text={change[field] ?? ''} field={field} highlight={highlight} />
  }
}

/** A field in plain words, times left as they are on the wire. */
function useFieldWords(): (change: Change, field: ChangeField) => string {
  const { t } = useTranslation('changes')
  const names = useNames()
  return useCallback(
    (change, field) => {
      if (field === 'data_centers') return change.data_centers.map(names.dataCenter).join(', ')
      if (field === 'services') return change.services.map(names.service).join(', ')
      if (field === 'cis') return change.cis.join(', ')
      if (field === 'change_type') return t(`option.${change.change_type}`)
      return String(change[field] ?? '')
    },
    [t, names],
  )
}

type LinkProps = { change: Change; highlight: Highlight }

/** The way to a ticket in the issue tracker, in a new tab. */
function Ticket({ change: { ticket_id }, highlight }: LinkProps) {
  const { issue_tracker_link } = useSettings()
  if (ticket_id === null) return null
  return (
    <OutLink to={trackerLink(issue_tracker_link, ticket_id)}>
      <Highlighted text={ticket_id} field="ticket_id" highlight={highlight} />
    </OutLink>
  )
}

/** A commit; where its repository is known, the way to it on GitHub. */
export function Commit({ change, highlight, most }: LinkProps & { most?: number }) {
  const { github_sha: sha } = change
  if (sha === null) return null
  const text = <Highlighted text={sha.slice(0, most)} field="github_sha" highlight={highlight} />
  const link = commitLink(change)
  return link ? <OutLink to={link}>{text}</OutLink> : text
}

function OutLink({ to, children }: { to: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> ({t('opensNewTab')})</span>
    </a>
  )
}
