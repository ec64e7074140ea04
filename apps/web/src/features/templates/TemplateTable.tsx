import { TEMPLATES_TABLE_PAGE } from '@aviary/contract/constants'
import type { Template } from '@aviary/contract/templates/endpoints'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useFilterText } from '../../shared/use-filter-text.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { DataTable, sortRows } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import type { Column } from '../../ui/table/table-column.ts'
import type { TemplateType } from './template-form.ts'
import { createRowMapper, filterTemplates, type TemplateRow } from './template-row.ts'
import { useTemplateColumns } from './use-template-columns.tsx'
import { useTypeName } from './use-type-name.ts'

type TemplateTableProps = {
  type: TemplateType
  /** Templates of both types; undefined until loaded. */
  templates: readonly Template[] | undefined
  mayEdit: boolean
  mayDelete: boolean
  /** Both must be stable between renders. */
  onEdit: (template: Template) => void
  onDelete: (template: Template) => void
}

const BY_TITLE = { key: 'title', isDescending: false }

/** The templates of one type with a filter; filter, sort and page are in the URL (spec 2 §2.5). */
export function TemplateTable(props: TemplateTableProps) {
  const { t } = useTranslation('templates')
  const filter = useFilterText('filter')
  const columns = useTemplateColumns(props.type)
  const table = useTableParams({ columns, initialSort: BY_TITLE, pageSize: TEMPLATES_TABLE_PAGE })
  return (
    <>
      <FilterBox label={t('filter')} text={filter.text} onChange={filter.setText} />
      <FilteredTemplates
        {...props}
        columns={columns}
        // Deferred, so that the input shows typed text immediately.
        filterText={useDeferredValue(filter.settled)}
        table={useDeferredValue(table)}
      />
    </>
  )
}

type FilteredProps = TemplateTableProps & {
  columns: readonly Column<TemplateRow>[]
  filterText: string
  table: ReturnType<typeof useTableParams>
}

/** Memoized, so that typing in the filter renders no row. */
const FilteredTemplates = memo(function FilteredTemplates(props: FilteredProps) {
  const { t } = useTranslation('templates')
  const { type, templates, columns, filterText, table } = props
  const actions = useRowActions(props)
  const typeName = useTypeName()
  const toRow = useMemo(() => createRowMapper(typeName), [typeName])
  const all = useMemo(
    () => (templates ?? []).filter(({ template_type }) => template_type === type).map(toRow),
    [templates, type, toRow],
  )
  // Sorting comes before filtering, so that a new filter does not sort again.
  const sorted = useMemo(() => sortRows(all, columns, table.sort), [all, columns, table.sort])
  const rows = useMemo(() => filterTemplates(sorted, filterText), [sorted, filterText])
  const formatCount = useCount()
  const count = { shown: formatCount(rows.length), all: formatCount(all.length) }
  return (
    <DataTable
      label={t(`type.${type}`)}
      name={`templates-${type}`}
      rows={rows}
      columns={columns}
      rowId={({ template }) => String(template.pkey)}
      isLoading={!templates}
      isSorted
      {...table}
      count={templates && t('list.count', count)}
      empty={t(all.length === 0 ? 'list.none' : 'list.noMatch')}
      actions={actions}
    />
  )
})

function useRowActions(props: TemplateTableProps): RowActions<TemplateRow> | undefined {
  const { t } = useTranslation('templates')
  const offline = useOfflineReason()
  const { mayEdit, mayDelete, onEdit, onDelete } = props
  return useMemo(() => {
    if (!mayEdit && !mayDelete) return undefined
    return {
      title: t('list.actions'),
      nameOf: ({ template }) => template.title,
      of: ({ template }) => [
        ...(mayEdit ? [{ label: t('edit'), run: () => onEdit(template), disabledReason: offline }] : []),
        ...(mayDelete
          ? [{ label: t('delete'), run: () => onDelete(template), disabledReason: offline, isDanger: true }]
          : []),
      ],
    }
  }, [t, offline, mayEdit, mayDelete, onEdit, onDelete])
}
