import { Fragment, memo, type ReactNode } from 'react'
import classes from './card-list.module.css'
import type { RowMarks } from './DataTableRows.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { RowActions } from './row-actions.ts'
import type { Column } from './table-column.ts'
import { toGroups } from './to-groups.ts'
import type { ShownRow } from './use-table-rows.ts'

const PLACEHOLDERS = Array.from({ length: 5 }, (_, card) => `placeholder-${card}`)

type CardsProps<Row> = {
  label: string
  rows: readonly ShownRow<Row>[]
  columns: readonly Column<Row>[]
  actions: RowActions<Row> | undefined
  rowMarks: ((row: Row) => RowMarks) | undefined
  groupOf: ((row: Row) => string) | undefined
  isWaiting: boolean
}

/** The rows of a table as cards, for phones: the same data and the same actions. */
export function CardList<Row>({ label, rows, rowMarks, groupOf, isWaiting, ...rest }: CardsProps<Row>) {
  return (
    // Safari ignores the list role of a list without bullets, unless the role is explicit.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul role="list" className={classes.cards} aria-label={label} aria-busy={isWaiting || undefined}>
      {isWaiting && PLACEHOLDERS.map((key) => <li key={key} className={classes.placeholder} />)}
      {toGroups(rows, groupOf).map((group) => (
        <Fragment key={group.key}>
          {group.title !== undefined && <li className={classes.group}>{group.title}</li>}
          {group.rows.map(({ id, original }) => (
            <MemoCard key={id} row={original} {...rest} {...rowMarks?.(original)} />
          ))}
        </Fragment>
      ))}
    </ul>
  )
}

type CardProps<Row> = Pick<CardsProps<Row>, 'columns' | 'actions'> & { row: Row } & RowMarks

function Card<Row>({ row, columns, actions, ...marks }: CardProps<Row>) {
  const cellsAt = (place: Column<Row>['card']) => columns.filter(({ card }) => card === place)
  const contentOf = ({ render, value }: Column<Row>): ReactNode => (render ? render(row) : value(row))
  const named = (column: Column<Row>) => (
    <span key={column.key} className={classes.part} data-cut>
      <span className="visually-hidden">{column.title}: </span>
      <span className={classes.content}>{contentOf(column)}</span>
    </span>
  )
  const [tags, titles, line, facts] = [cellsAt('tag'), cellsAt('title'), cellsAt('line'), cellsAt(undefined)]
  const hasActions = actions && actions.of(row).length > 0
  const menuKind = actions?.singleWidth === undefined ? 'dots' : 'word'
  return (
    <li className={classes.card} data-menu={hasActions ? menuKind : undefined} {...marks}>
      {tags.length > 0 && <div className={classes.tags}>{tags.map(named)}</div>}
      {titles.length > 0 && <div className={classes.title}>{titles.map(named)}</div>}
      {line.length > 0 && <div className={classes.line}>{line.map(named)}</div>}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd data-cut>{contentOf(column)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions && (
        <div className={classes.menu}>
          <RowMenu row={row} actions={actions} />
        </div>
      )}
    </li>
  )
}

/** Memoized: an unchanged card does not render again when others change. */
const MemoCard = memo(Card) as typeof Card
