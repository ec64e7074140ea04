import type { PausedSubscriber } from '@aviary/contract/subscribers/endpoints'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageName } from '../../shared/names.ts'
import { usePageParam } from '../../shared/use-page-param.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageSteps } from '../../ui/PageSteps.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { getDetailsLink } from './details-link.ts'
import { PAUSED_PAGE, usePausedSubscribers } from './use-subscribers.ts'

/** The addresses to which mails are paused; hidden while there are none, as in most installations. */
export function PausedAddresses() {
  const { t } = useTranslation('subscribers')
  const { page, goTo } = usePageParam()
  const query = usePausedSubscribers(page)
  const columns = usePausedColumns()
  const { data, error } = query
  const isEmpty = data ? data.subscribers.length === 0 : !error
  if (page === 0 && isEmpty) return null
  return (
    <Panel title={t('paused.list')}>
      <p className="muted">{t('paused.listHelp')}</p>
      {error && !data && <LoadError query={query} failure={t('paused.error')} />}
      {(data || !error) && (
        <DataTable
          label={t('paused.list')}
          rows={data?.subscribers ?? []}
          columns={columns}
          rowId={({ email }) => email}
          isLoading={!data}
          sort={undefined}
          onSort={() => undefined}
          empty={t('paused.noRows')}
        />
      )}
      {data && (
        <PageSteps
          label={t('paused.list')}
          previous={{ label: t('paused.newer'), exists: page > 0, onPress: () => goTo(page - 1) }}
          next={{ label: t('paused.older'), exists: data.more_results, onPress: () => goTo(page + 1) }}
        >
          {data.subscribers.length > 0 &&
            t('paused.rows', {
              from: page * PAUSED_PAGE + 1,
              to: page * PAUSED_PAGE + data.subscribers.length,
            })}
        </PageSteps>
      )}
    </Panel>
  )
}

function usePausedColumns(): readonly Column<PausedSubscriber>[] {
  const { t } = useTranslation('subscribers')
  const language = useLanguageName()
  return useMemo(
    () => [
      {
        key: 'email',
        title: t('column.address'),
        width: '260px',
        card: 'title',
        isSortable: false,
        value: ({ email }) => email,
        render: ({ email }) => <Link {...getDetailsLink(email)}>{email}</Link>,
      },
      {
        key: 'locale',
        title: t('column.language'),
        width: '110px',
        isSortable: false,
        value: ({ locale }) => language(locale),
        render: ({ locale }) => <span lang={locale}>{language(locale)}</span>,
      },
      {
        key: 'paused_date',
        title: t('paused.since'),
        width: TIME_WIDTH,
        isSortable: false,
        value: ({ paused_date }) => paused_date,
        render: ({ paused_date }) => <RowTime at={paused_date} />,
      },
      {
        key: 'reason',
        title: t('paused.said'),
        isSortable: false,
        value: ({ reason }) => reason,
      },
    ],
    [t, language],
  )
}
