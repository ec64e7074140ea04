import type { Severity } from '@aviary/contract/status/rules'
import { useState } from 'react'
import { SeverityWord } from '../features/incidents/public.ts'
import { Facts } from '../ui/Facts.tsx'
import { FactTable } from '../ui/FactTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PageSteps } from '../ui/PageSteps.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowTime } from '../ui/Time.tsx'
import { DataTable, sortRows } from '../ui/table/DataTable.tsx'
import type { RowMarks } from '../ui/table/DataTableRows.tsx'
import type { RowActions } from '../ui/table/row-actions.ts'
import { type Column, type Sort, TIME_WIDTH } from '../ui/table/table-column.ts'
import classes from './styles-page.module.css'

type Row = { id: string; severity: Severity; start: string; companies: number; cause: string }

const ROWS: readonly Row[] = [
  row('OPI-1801', 'OUTAGE', 198),
  row('OPI-1802', 'PARTIAL_OUTAGE', 600),
  row('OPI-1803', 'PERFORMANCE', 0),
  row('OPI-1804', 'PARTIAL_PERFORMANCE', 7),
  row('OPI-1805', 'NORMAL', 12),
]

function row(id: string, severity: Severity, companies: number): Row {
  const cause = `The cause of ${id}, in more words than the cell has room for in any window`
  return { id, severity, companies, cause, start: '2026-11-21T18:00:00.000Z' }
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'id', title: 'OPI', width: '7rem', card: 'tag', value: ({ id }) => id },
  {
    key: 'severity',
    title: 'Severity',
    width: '11rem',
    card: 'tag',
    value: ({ severity }) => severity,
    render: ({ severity }) => <SeverityWord severity={severity} />,
  },
  {
    key: 'start',
    title: 'Start',
    width: TIME_WIDTH,
    card: 'line',
    value: ({ start }) => Date.parse(start),
    render: ({ start }) => <RowTime at={start} />,
  },
  {
    key: 'companies',
    title: 'Companies',
    width: '8rem',
    isNumber: true,
    value: ({ companies }) => companies,
  },
  { key: 'cause', title: 'Root cause', card: 'title', value: ({ cause }) => cause },
]

const TALL: readonly Column<Row>[] = COLUMNS.map((column) =>
  column.key === 'cause'
    ? {
        ...column,
        isTall: true,
        render: ({ cause }) => (
          <>
            {cause}
            <br />
            and a second line
          </>
        ),
      }
    : column,
)

const ACTIONS: RowActions<Row> = {
  title: 'Actions',
  nameOf: ({ id }) => id,
  of: () => [
    { label: 'View details', run: doNothing },
    { label: 'Edit', run: doNothing, disabledReason: 'You are offline' },
    { label: 'Delete', run: doNothing, isDanger: true },
  ],
}

function doNothing(): void {}
const idOf = ({ id }: Row) => id
/** Marks the second row as internal. */
const MARKS = ({ id }: Row): RowMarks => (id === 'OPI-1802' ? { 'data-internal': true } : {})

export function Tables() {
  return (
    <Panel title="DataTable, in a narrow window a list of cards">
      <Table label="Rows" name="styles" rows={ROWS} actions={ACTIONS} rowMarks={MARKS} hasPages />
      <h3>Tall cells</h3>
      <Table label="Tall cells" rows={ROWS.slice(0, 2)} columns={TALL} />
      <h3>Loading</h3>
      <Table label="Loading" rows={[]} isLoading />
      <h3>Empty</h3>
      <Table label="Empty" rows={[]} empty="No incident matches the filter" />
    </Panel>
  )
}

type TableProps = {
  label: string
  name?: string
  rows: readonly Row[]
  columns?: readonly Column<Row>[]
  actions?: RowActions<Row>
  rowMarks?: typeof MARKS
  isLoading?: boolean
  empty?: string
  hasPages?: boolean
}

function Table({ columns = COLUMNS, hasPages = false, ...rest }: TableProps) {
  const [sort, setSort] = useState<Sort | undefined>({ key: 'id', isDescending: false })
  const [index, setIndex] = useState(0)
  const rows = sortRows(rest.rows, columns, sort)
  return (
    <DataTable
      {...rest}
      rows={rows}
      isSorted
      columns={columns}
      rowId={idOf}
      sort={sort}
      onSort={setSort}
      count={`${rows.length} incidents`}
      {...(hasPages && { page: { index, size: 3, onChange: setIndex } })}
    />
  )
}

export function OtherTables() {
  const [index, setIndex] = useState(1)
  return (
    <Panel title="FactTable, paging, Facts">
      <FactTable label="Companies by data center" columns={['Data center', 'Companies']}>
        <tr>
          <th scope="row">us2</th>
          <td>198</td>
        </tr>
        <tr>
          <th scope="row">apj1</th>
          <td>7</td>
        </tr>
      </FactTable>
      <h3>Pager: in the middle, at the start</h3>
      <div className={classes.row}>
        <Pager label="In the middle" index={index} count={3} onChange={setIndex} />
        <Pager label="At the start" index={0} count={3} onChange={doNothing} />
      </div>
      <h3>PageSteps: on the first page of a list without a total</h3>
      <PageSteps
        label="Pages of the log"
        previous={{ label: 'Previous', exists: false, onPress: doNothing }}
        next={{ label: 'Next', exists: true, onPress: doNothing }}
      >
        Page 1 · 1 to 100
      </PageSteps>
      <h3>Facts</h3>
      <Facts
        facts={[
          { label: 'Where', value: 'us2, apj1', note: '198 companies' },
          { label: 'Started', value: '23 min ago', note: 'Nov 25, 18:00 UTC' },
          { label: 'Without a note', value: 'Eli Lund' },
        ]}
      />
    </Panel>
  )
}
