import type { AuditRecord } from '@aviary/contract/audit/endpoints'
import { shorten } from '@aviary/contract/cut-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeWithSeconds } from '../../ui/Time.tsx'
import { type Column, SECOND_TIME_WIDTH } from '../../ui/table/table-column.ts'
import classes from './audit.module.css'

const MAX_CHARACTERS = 80

/** A context as JSON on one line, cut off after MAX_CHARACTERS. */
function contextText(context: AuditRecord['context']): string {
  if (context === null) return 'NULL' // spec 3 §2
  return shorten(JSON.stringify(context), MAX_CHARACTERS)
}

export function useAuditColumns(): readonly Column<AuditRecord>[] {
  const { t } = useTranslation('audit')
  return useMemo(
    () =>
      [
        {
          key: 'date',
          title: t('column.date'),
          width: SECOND_TIME_WIDTH,
          card: 'line' as const,
          value: ({ created_date }: AuditRecord) => created_date,
          render: ({ created_date }: AuditRecord) => <TimeWithSeconds at={created_date} />,
        },
        {
          key: 'pkey',
          title: t('column.id'),
          width: '5rem',
          card: 'tag' as const,
          value: ({ pkey }: AuditRecord) => pkey,
        },
        {
          key: 'application',
          title: t('column.application'),
          width: '8rem',
          card: 'tag' as const,
          value: ({ application_name }: AuditRecord) => application_name,
        },
        {
          key: 'email',
          title: t('column.email'),
          width: '200px',
          card: 'line' as const,
          value: ({ user_email }: AuditRecord) => user_email,
        },
        {
          key: 'action',
          title: t('column.action'),
          width: '180px',
          card: 'title' as const,
          value: ({ action_name }: AuditRecord) => action_name,
        },
        {
          key: 'context',
          title: t('column.context'),
          value: ({ context }: AuditRecord) => contextText(context),
          render: ({ context }: AuditRecord) => (
            <code className={classes.context}>{contextText(context)}</code>
          ),
        },
      ].map((column) => ({ ...column, isSortable: false })),
    [t],
  )
}
