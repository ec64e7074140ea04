import { TEMPLATES_TABLE_PAGE } from '@aviary/contract/constants'
import type { Template } from '@aviary/contract/templates/endpoints'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableAddress } from '../../shared/use-table-address.ts'
import { DataTable, sortRows } from '../../ui/DataTable.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import type { Column } from '../../ui/table-column.ts'
import type { TemplateType } from './template-form.ts'
import { filterTemplates, rowMaker, type TemplateRow } from './template-row.ts'
import { useTemplateColumns } from './use-template-columns.tsx'
import { useTypeName } from './use-type-name.ts'

type TemplateTableProps = {
  type: TemplateType
  /** Of both types; undefined while they are not there. */
  templates: readonly Template[] | undefined
  mayEdit: boolean
  mayDelete: boolean
  /** Keep both the same between renders. */
  onEdit: (template: Template) => void
  onDelete: (template: Template) => void
}

const BY_TITLE = { key: 'title', isDescending: false }

/** The templates of one type, found by a text; filter, sort and page are in the address (spec 2 §2.5). */
export function TemplateTable(props: TemplateTableProps) {
  const { t } = useTranslation('templates')
  const filter = useFilterText('filter')
  const columns = useTemplateColumns(props.type)
  const table = useTableAddress({ columns, initialSort: BY_TITLE, pageSize: TEMPLATES_TABLE_PAGE })
  return (
    <>
      <FilterBox label={t('filter')} text={filter.text} onChange={filter.setText} />
      <FoundTemplates
        {...props}
        columns={columns}
        // The rows may follow a frame later: what is typed shows at once.
        wanted={useDeferredValue(filter.settled)}
        table={useDeferredValue(table)}
      />
    </>
  )
}

type FoundProps = TemplateTableProps & {
  columns: readonly Column<TemplateRow>[]
  wanted: string
  table: ReturnType<typeof useTableAddress>
}

/** Apart, so that a key pressed in the filter renders no row. */
const FoundTemplates = memo(function FoundTemplates(props: FoundProps) {
  const { t } = useTranslation('templates')
  const { type, templates, columns, wanted, table } = props
  const actions = useRowActions(props)
  const typeName = useTypeName()
  const toRow = useMemo(() => rowMaker(typeName), [typeName])
  const all = useMemo(
    () => (templates ?? []).filter(({ template_type }) => template_type === type).map(toRow),
    [templates, type, toRow],
  )
  // Sorted before it is filtered: another filter then costs no sorting.
  const sorted = useMemo(() => sortRows(all, columns, table.sort), [all, columns, table.sort])
  const rows = useMemo(() => filterTemplates(sorted, wanted), [sorted, wanted])
  const number = useCount()
  const count = { shown: number(rows.length), all: number(all.length) }
  return (
    <DataTable
      label={t(`type.${type}`)}
      rows={rows}
      columns={columns}
      rowId={({ template }) => String(template.pkey)}
      minWidth="980px"
      isLoading={!templates}
      isSorted
      {...table}
      count={templates && t('list.count', count)}
      empty={t(all.length === 0 ? 'list.none' : 'list.noMatch')}
      {...(actions ? { actions } : {})}
    />
  )
})

function useRowActions(props: TemplateTableProps): RowActions<TemplateRow> | undefined {
  const { t } = useTranslation('templates')
  const offline = useOfflineReason()
  const { mayEdit, mayDelete, onEdit, onDelete } = props
  return useMemo(() => {
    if (!mayEdit && !mayDelete) return undefined
    const button = (text: string, template: Template, run: (template: Template) => void) => (
      <RowButton name={`${text}: ${template.title}`} disabledReason={offline} onClick={() => run(template)}>
        {text}
      </RowButton>
    )
    return {
      title: t('list.actions'),
      width: mayEdit && mayDelete ? '10rem' : '7rem',
      render: ({ template }) => (
        <>
          {mayEdit && button(t('edit'), template, onEdit)}{' '}
          {mayDelete && button(t('delete'), template, onDelete)}
        </>
      ),
    }
  }, [t, offline, mayEdit, mayDelete, onEdit, onDelete])
}
