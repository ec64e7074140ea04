import type { ChangeField } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { Time } from '../../ui/Time.tsx'
import { commitLink } from './change-fields.ts'
import { Highlighted } from './Highlighted.tsx'
import type { Highlight } from './matches.ts'

/** What the fields of a list need, from `useFieldWords`: asking in every field takes a tenth of the render time. */
export type FieldWords = {
  /** A field as plain text. Times stay in wire format. */
  toText: (change: Change, field: ChangeField) => string
  toTicketLink: (ticketId: string) => string
  opensNewTab: string
}

type FieldValueProps = {
  change: Change
  field: ChangeField
  highlight: Highlight
  words: FieldWords
}

/** One field of a change for display; empty where the change has no value. */
export function FieldValue({ change, field, highlight, words }: FieldValueProps): ReactNode {
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
      return words.toText(change, field)
    case 'status':
      return change.status
    case 'ticket_id':
      return <Ticket {...{ change, highlight, words }} />
    case 'github_sha':
      return <Commit {...{ change, highlight, words }} />
    default:
      return <Highlighted text={change[field] ?? ''} field={field} highlight={highlight} />
  }
}

export function useFieldWords(): FieldWords {
  const { t } = useTranslation(['changes', 'shell'])
  const names = useNames()
  const { issue_tracker_link } = useSettings()
  return useMemo(
    () => ({
      toText: (change, field) => {
        const { service, dataCenter } = names.at(change.effective_at)
        if (field === 'data_centers') return change.data_centers.map(dataCenter).join(', ')
        if (field === 'services') return change.services.map(service).join(', ')
        if (field === 'cis') return change.cis.join(', ')
        if (field === 'change_type') return t(`option.${change.change_type}`)
        return String(change[field] ?? '')
      },
      toTicketLink: (ticketId) => trackerLink(issue_tracker_link, ticketId),
      opensNewTab: t('shell:opensNewTab'),
    }),
    [t, names, issue_tracker_link],
  )
}

type LinkProps = Pick<FieldValueProps, 'change' | 'highlight' | 'words'>

/** Link to the ticket in the issue tracker, in a new tab. */
function Ticket({ change: { ticket_id }, highlight, words }: LinkProps) {
  if (ticket_id === null) return null
  return (
    <ExternalLink to={words.toTicketLink(ticket_id)} opensNewTab={words.opensNewTab}>
      <Highlighted text={ticket_id} field="ticket_id" highlight={highlight} />
    </ExternalLink>
  )
}

/** Commit hash, linked to GitHub where the repository is known. */
function Commit({ change, highlight, words }: LinkProps) {
  const { github_sha: sha } = change
  if (sha === null) return null
  const text = <Highlighted text={sha} field="github_sha" highlight={highlight} />
  const link = commitLink(change)
  if (!link) return text
  return (
    <ExternalLink to={link} opensNewTab={words.opensNewTab}>
      {text}
    </ExternalLink>
  )
}

type ExternalLinkProps = { to: string; opensNewTab: string; children: ReactNode }

const ExternalLink = ({ to, opensNewTab, children }: ExternalLinkProps) => (
  <a href={to} target="_blank" rel="noreferrer">
    {children}
    <span className="visually-hidden">{` (${opensNewTab})`}</span>
  </a>
)
