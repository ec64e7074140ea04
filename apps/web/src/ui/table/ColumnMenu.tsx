import { Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './row-menu.module.css'
import type { Column } from './table-column.ts'
import { type RowStyle, useRowStyles } from './use-table-choices.ts'

type ColumnMenuProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  onToggle: (key: string) => void
}

/** Which columns a table shows, and how its rows look. */
export function ColumnMenu<Row>({ label, columns, shown, onToggle }: ColumnMenuProps<Row>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.menuButton}
          aria-label={t('table.columnsOf', { table: label })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconColumns3 size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columns')}>
        {isOpen && <Choices columns={columns} shown={shown} onToggle={onToggle} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Choices<Row>({ columns, shown, onToggle }: Omit<ColumnMenuProps<Row>, 'label'>) {
  const { t } = useTranslation()
  const styles = useRowStyles()
  const rowStyle = (style: RowStyle) => (
    <Checkbox
      size="xs"
      label={t(`table.${style}`)}
      checked={styles.words.has(style)}
      onChange={() => styles.toggle(style)}
    />
  )
  return (
    <div className={classes.choices}>
      <fieldset>
        <legend>{t('table.columns')}</legend>
        {columns.map((column, index) => (
          <Checkbox
            key={column.key}
            size="xs"
            label={column.title}
            checked={shown.includes(column)}
            disabled={index === 0}
            onChange={() => onToggle(column.key)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('table.rows')}</legend>
        {rowStyle('compact')}
        {rowStyle('wrapped')}
      </fieldset>
    </div>
  )
}
