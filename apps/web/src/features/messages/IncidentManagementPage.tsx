import { MANAGEMENT_TABLE_PAGE } from '@aviary/contract/constants'
import type { PriorityType } from '@aviary/contract/rules'
import { updateTemplate } from '@aviary/contract/templates/endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { BannerCard } from '../banner/public.ts'
import classes from './messages.module.css'
import { useManagedColumns } from './use-managed-columns.tsx'
import { type ManagedSort, usePriorityIncidents } from './use-management.ts'

// spec 1 §2.8
const NEWEST_FIRST: ManagedSort = { key: 'start_date', isDescending: true }

const PRIORITIES = (['P1', 'P2'] as const).map((value) => ({ value, label: value }))

/** The incidents to write messages about, and the banner card (spec 1 §2.8). */
export function IncidentManagementPage() {
  const { t } = useTranslation(['management', 'shell'])
  const { read, write } = useSearchParams()
  const priority: PriorityType = read('priority') === 'P2' ? 'P2' : 'P1'
  return (
    <>
      <PageHeader title={t('title')}>
        {useMay()(updateTemplate) && (
          <Button
            component={Link}
            to="/template_management/$type"
            params={{ type: 'message' } as never}
            size="sm"
            variant="default"
          >
            {t('templates')}
          </Button>
        )}
      </PageHeader>
      <div className={classes.stack}>
        <BannerCard />
        <Panel
          title={t('list.title')}
          aside={
            <Segments
              label={t('priority')}
              value={priority}
              choices={PRIORITIES}
              onChange={(next) => write({ priority: next === 'P1' ? '' : next, page: '' })}
            />
          }
        >
          <PriorityIncidents key={priority} priority={priority} />
        </Panel>
      </div>
    </>
  )
}

function PriorityIncidents({ priority }: { priority: PriorityType }) {
  const { t } = useTranslation(['management', 'shell'])
  const formatCount = useCount()
  const columns = useManagedColumns()
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: MANAGEMENT_TABLE_PAGE })
  const key = columns.find((column) => column.key === table.sort?.key)?.key
  const sort = key ? { key, isDescending: table.sort?.isDescending === true } : NEWEST_FIRST
  const query = usePriorityIncidents(priority, sort)
  const { data, error, isPlaceholderData, isPending, hasNextPage, isFetching, fetchNextPage } = query
  useErrorToast(error, t('toast.incidents'))
  const rows = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ incidents }) => incidents)
    // An incident that starts between two page loads shifts the others, so one incident may be on both pages.
    return [...new Map(all.map((incident) => [incident.jira_id, incident])).values()]
  }, [data])
  const isNearEnd = rows.length > 0 && (table.page.index + 2) * MANAGEMENT_TABLE_PAGE >= rows.length
  useEffect(() => {
    // spec 1 §7: the next hundred is fetched when the list nears its end
    if (isNearEnd && hasNextPage && !isFetching && !error) fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetching, error, fetchNextPage])

  if (!data && error) return <LoadError query={query} failure={t('list.error')} />
  const count = formatCount(rows.length)
  return (
    <DataTable
      label={t('list.title')}
      name="management"
      rows={rows}
      columns={columns}
      rowId={(row) => row.jira_id}
      rowMarks={({ is_internal }) => ({ 'data-internal': is_internal === 'Y' || undefined })}
      isLoading={isPending || isPlaceholderData}
      isSorted
      {...table}
      count={
        hasNextPage
          ? t('list.countMore', { shown: count })
          : t('list.count', { count: rows.length, number: count })
      }
      empty={t('list.none')}
    />
  )
}
