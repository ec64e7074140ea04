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

/** A field as plain text. Times stay in wire format. */
export type ToFieldText = (change: Change, field: ChangeField) => string

type FieldValueProps = {
  change: Change
  field: ChangeField
  highlight: Highlight
  /** From `useFieldText`, called once per list: calling it in every field takes a tenth of the render time. */
  toFieldText: ToFieldText
}

/** One field of a change for display; empty where the change has no value. */
export function FieldValue({ change, field, highlight, toFieldText }: FieldValueProps): ReactNode {
  switch (field) {
    case 'effective_at':
    case 'planned_start':
    case 'planned_end':
    case 'actual_start':
    case 'actual_end':
    case 'submitted_on': {
      const time = change[field]
      return time === null ? null : <Time at={time} />
    }
    case 'data_centers':
    case 'services':
    case 'cis':
    case 'change_type':
    case 'id':
      return toFieldText(change, field)
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

export function useFieldText(): ToFieldText {
  const { t } = useTranslation('changes')
  const names = useNames()
  return useCallback(
    (change, field) => {
      const { service, dataCenter } = names.at(change.effective_at)
      if (field === 'data_centers') return change.data_centers.map(dataCenter).join(', ')
      if (field === 'services') return change.services.map(service).join(', ')
      if (field === 'cis') return change.cis.join(', ')
      if (field === 'change_type') return t(`option.${change.change_type}`)
      return String(change[field] ?? '')
    },
    [t, names],
  )
}

type LinkProps = { change: Change; highlight: Highlight }

/** Link to the ticket in the issue tracker, in a new tab. */
function Ticket({ change: { ticket_id }, highlight }: LinkProps) {
  const { issue_tracker_link } = useSettings()
  if (ticket_id === null) return null
  return (
    <ExternalLink to={trackerLink(issue_tracker_link, ticket_id)}>
      <Highlighted text={ticket_id} field="ticket_id" highlight={highlight} />
    </ExternalLink>
  )
}

/** Commit hash, linked to GitHub where the repository is known. */
function Commit({ change, highlight }: LinkProps) {
  const { github_sha: sha } = change
  if (sha === null) return null
  const text = <Highlighted text={sha} field="github_sha" highlight={highlight} />
  const link = commitLink(change)
  return link ? <ExternalLink to={link}>{text}</ExternalLink> : text
}

function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> ({t('opensNewTab')})</span>
    </a>
  )
}
