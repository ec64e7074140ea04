import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoRecordYet } from '../../ui/NoRecordYet.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordTable, type RecordTableProps } from '../../ui/records/RecordTable.tsx'
import classes from './administration.module.css'

/** Rows of a tile's table on one page. */
export const TILE_PAGE = 25

export type TileProps<Row> = Pick<
  RecordTableProps<Row>,
  'rows' | 'columns' | 'rowId' | 'initialSort' | 'actions'
> & {
  /** Prefix of the tile's text keys and of its URL parameters (filter, sort, page). */
  name: 'users' | 'roles' | 'actions' | 'groups' | 'tokens' | 'ownTokens' | 'sessions' | 'chats'
  /** Title of the tile; by default the text `<name>.title`. */
  title?: string
  /** Text of a row that the tile's filter searches. */
  textOf: (row: Row) => string
  /** The button that adds a row. */
  add?: { text: string; disabledReason: string | undefined; run: () => void } | undefined
  /** Hint above the table. */
  note?: string | undefined
}

/** Collapsible panel with a table that has its own filter and paging (spec 3 §2). */
export function Tile<Row extends object>(props: TileProps<Row>) {
  const { t } = useTranslation('administration')
  const { name, add, note, title = t(`${name}.title`) } = props
  return (
    <TileFrame name={name} title={title} add={add}>
      <RecordTable
        {...props}
        label={title}
        words={{ error: t('list.error'), count: (numbers) => t('list.count', numbers) }}
        filter={{ label: t(`${name}.filter`), textOf: props.textOf }}
        prefix={`${name}_`}
        pageSize={TILE_PAGE}
        empty={add && props.rows.data?.length === 0 ? <NoRecordYet /> : undefined}
      >
        {note && <p className={classes.note}>{note}</p>}
      </RecordTable>
    </TileFrame>
  )
}

type TileFrameProps = Required<Pick<TileProps<object>, 'title'>> &
  Pick<TileProps<object>, 'name' | 'add'> & { children: ReactNode }

/** The collapsible panel of a tile, with the button that adds a row. */
export function TileFrame({ name, title, add, children }: TileFrameProps) {
  const [isOpen, setOpen] = useState(true)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Panel
      id={name}
      title={
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={18} aria-hidden /> {title}
        </button>
      }
      aside={
        add && (
          <Button
            size="compact-sm"
            onClick={add.run}
            disabled={Boolean(add.disabledReason)}
            title={add.disabledReason}
          >
            {add.text}
          </Button>
        )
      }
    >
      {isOpen && children}
    </Panel>
  )
}
