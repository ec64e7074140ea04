import type { ChangeType, SortColumn } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGE_SUMMARY_SHOWN_CHARACTERS } from '@aviary/contract/constants'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../shared/use-width.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { StateBadge } from './ChangeState.tsx'
import { titleField } from './change-fields.ts'
import { FieldValue, type FieldWords, useFieldWords } from './FieldValue.tsx'
import { HiddenMatches } from './HiddenMatches.tsx'
import { CutText, Highlighted } from './Highlighted.tsx'
import type { GetShownLength, Highlight, SearchedField } from './matches.ts'

const SHA_SHOWN_CHARACTERS = 10

/** Columns per type of change with their widths. All other fields are in the details. */
const COLUMNS = {
  manual: {
    ticket_id: '130px',
    state: '145px',
    effective_at: TIME_WIDTH,
    summary: '210px',
    description: '210px',
    status: '100px',
    services: '110px',
    data_centers: '114px',
    cis: '164px',
    submitted_by: '120px',
    planned_start: TIME_WIDTH,
    planned_end: TIME_WIDTH,
    actual_start: TIME_WIDTH,
    actual_end: TIME_WIDTH,
    submitted_on: TIME_WIDTH,
  },
  auto: {
    ticket_id: '130px',
    effective_at: TIME_WIDTH,
    description: '230px',
    repository: '150px',
    github_sha: '110px',
    github_tag: '100px',
    status: '100px',
    services: '110px',
    data_centers: '114px',
    cis: '164px',
    catalog_type: '110px',
    submitted_by: '120px',
    actual_start: TIME_WIDTH,
    actual_end: TIME_WIDTH,
  },
} as const
type ColumnKey = keyof (typeof COLUMNS)['manual'] | keyof (typeof COLUMNS)['auto']

const SORTABLE: ReadonlySet<ColumnKey> = new Set<ColumnKey & SortColumn>([
  'effective_at',
  'ticket_id',
  'summary',
  'status',
  'submitted_by',
  'planned_start',
  'planned_end',
  'actual_start',
  'actual_end',
  'submitted_on',
])

type Options = { type: ChangeType; highlight: Highlight; onOpen: (id: number) => void }

/** Where a phone's card shows a column: as title, tag or line; by default among the facts. */
function cardOf(type: ChangeType, key: ColumnKey): Pick<Column<Change>, 'card'> {
  if (key === (type === 'auto' ? 'description' : 'summary')) return { card: 'title' }
  if (key === 'state' || key === 'status' || key === 'ticket_id') return { card: 'tag' }
  return key === 'services' || key === 'data_centers' || key === 'effective_at' ? { card: 'line' } : {}
}

/** Columns of the table view (spec 2 §2.1). Wide windows show the long headers. */
export function useChangeColumns({ type, highlight, onOpen }: Options): readonly Column<Change>[] {
  const { t } = useTranslation('changes')
  const words = useFieldWords()
  const length = useIsWide() ? 'long' : 'short'
  return useMemo(() => {
    const title = (change: Change) => {
      const field = titleField(change)
      return (
        <>
          <CutText text={change[field]} field={field} highlight={highlight} />
          <HiddenMatches
            change={change}
            highlight={highlight}
            getShownLength={makeGetShownLength(type, field)}
          />
        </>
      )
    }
    const keys = Object.keys(COLUMNS[type]) as ColumnKey[] // Object.keys returns string[]
    return keys.map((key) => ({
      key,
      title: t(`${length}.${key}`),
      width: (COLUMNS[type] as Partial<Record<ColumnKey, string>>)[key] ?? '',
      isSortable: SORTABLE.has(key),
      ...cardOf(type, key),
      value: () => null,
      render: (change: Change) => {
        if (key === 'ticket_id') return <TicketLink change={change} highlight={highlight} onOpen={onOpen} />
        if (key === (type === 'auto' ? 'description' : 'summary')) return title(change)
        return <Cell {...{ change, highlight, words }} column={key} />
      },
    }))
  }, [t, words, length, type, highlight, onOpen])
}

/** Returns how many characters of a field the table shows. */
function makeGetShownLength(type: ChangeType, title: SearchedField): GetShownLength {
  const columns: Partial<Record<string, string>> = COLUMNS[type]
  const isRepository = (field: SearchedField) => field === 'github_owner' || field === 'github_repo'
  return (field) => {
    if (type === 'auto' && isRepository(field)) return undefined
    if (field !== title && columns[field] === undefined) return 0
    if (field === 'summary' || field === 'description') return CHANGE_SUMMARY_SHOWN_CHARACTERS
    return field === 'github_sha' ? SHA_SHOWN_CHARACTERS : undefined
  }
}

type TicketLinkProps = { change: Change; highlight: Highlight; onOpen: (id: number) => void }

/** The one link of a row: opens the change. A change without a ticket shows its number in Aviary. */
function TicketLink({ change: { id, ticket_id }, highlight, onOpen }: TicketLinkProps) {
  const open = (event: MouseEvent) => {
    // Leaves clicks that open a new tab or window to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <a href={`/changes?change=${id}`} onClick={open}>
      {ticket_id === null ? (
        `#${id}`
      ) : (
        <Highlighted text={ticket_id} field="ticket_id" highlight={highlight} />
      )}
    </a>
  )
}

type CellProps = { change: Change; column: ColumnKey; highlight: Highlight; words: FieldWords }

function Cell({ change, column, highlight, words }: CellProps) {
  switch (column) {
    case 'state':
      return <StateBadge change={change} />
    case 'effective_at':
    case 'planned_start':
    case 'planned_end':
    case 'actual_start':
    case 'actual_end':
    case 'submitted_on': {
      const time = change[column]
      return time === null ? null : <RowTime at={time} />
    }
    case 'summary':
    case 'description':
      return <CutText text={change[column]} field={column} highlight={highlight} />
    case 'github_sha':
      return (
        <Highlighted
          text={change.github_sha?.slice(0, SHA_SHOWN_CHARACTERS) ?? ''}
          field={column}
          highlight={highlight}
        />
      )
    case 'repository':
      return <Repository change={change} highlight={highlight} />
    default:
      return <FieldValue {...{ change, highlight, words }} field={column} />
  }
}

function Repository({
  change: { github_owner: owner, github_repo: repo },
  highlight,
}: {
  change: Change
  highlight: Highlight
}) {
  return (
    <>
      {owner !== null && <Highlighted text={owner} field="github_owner" highlight={highlight} />}
      {owner !== null && repo !== null && ' / '}
      {repo !== null && <Highlighted text={repo} field="github_repo" highlight={highlight} />}
    </>
  )
}
