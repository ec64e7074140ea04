import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { addedKindOf } from './AddUnknown.tsx'

export function useUnknownColumns(): readonly Column<UnknownNameRow>[] {
  const { t } = useTranslation('reference')
  const number = useCount()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('unknown.kind'),
        width: '7.5rem',
        card: 'tag',
        value: ({ kind }) => t(`unknown.kind.${kind}`),
      },
      {
        key: 'name',
        card: 'title',
        title: t('field.name'),
        value: ({ name }) => name,
        render: (row) => <Name row={row} />,
      },
      {
        key: 'source',
        title: t('unknown.source'),
        width: '9rem',
        card: 'tag',
        value: ({ source }) => source,
      },
      {
        key: 'records',
        title: t('unknown.records'),
        width: '8rem',
        isNumber: true,
        value: ({ records }) => records,
        render: ({ records }) => number(records),
      },
      {
        key: 'first',
        title: t('unknown.first'),
        width: TIME_WIDTH,
        value: ({ first_date }) => Date.parse(first_date),
        render: ({ first_date }) => <RowTime at={first_date} />,
      },
      {
        key: 'last',
        title: t('unknown.last'),
        width: TIME_WIDTH,
        value: ({ last_date }) => Date.parse(last_date),
        render: ({ last_date }) => <RowTime at={last_date} />,
      },
    ],
    [t, number],
  )
}

/** The unknown name. If a retired record has it, a link leads to where that record can be brought back. */
function Name({ row }: { row: UnknownNameRow }) {
  const { t } = useTranslation('reference')
  return (
    <>
      {row.name}
      {row.is_ignored === 'Y' && ` (${t('unknown.ignored')})`}
      {row.retired_key !== null && (
        <>
          {' '}
          <Link
            to="/administration/reference/{-$kind}"
            params={{ kind: addedKindOf(row) ?? 'severity' } as never}
          >
            {t('unknown.bringBack')}
          </Link>
        </>
      )}
    </>
  )
}
