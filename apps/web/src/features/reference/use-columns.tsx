import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { durationFormat, listFormat } from '../../shared/formats.ts'
import type { Column } from '../../ui/table/table-column.ts'

type ColumnName =
  | 'name'
  | 'short_name'
  | 'key'
  | 'aliases'
  | 'is_active'
  | 'is_on_status_page'
  | 'sla_minutes'
  | 'description'
  | 'priority_type'
  | 'email_fields'

const COLUMNS: Record<ReferenceKind, readonly ColumnName[]> = {
  service: ['name', 'key', 'aliases', 'is_on_status_page'],
  data_center: ['name', 'short_name', 'key', 'aliases', 'is_on_status_page'],
  locale: ['name', 'key', 'is_active'],
  priority: ['name', 'sla_minutes'],
  severity: ['name', 'description', 'aliases'],
  alert_type: ['priority_type', 'name', 'email_fields'],
  comm_type: ['name'],
  maintenance_flag: ['name', 'key'],
  incident_role: ['name', 'key'],
}
const WIDTHS: Partial<Record<ColumnName, string>> = {
  short_name: '8rem',
  is_active: '7rem',
  is_on_status_page: '9rem',
  sla_minutes: '12rem',
  priority_type: '7rem',
}

/** Columns whose title is not the label of their field. */
const OWN_TITLES = ['is_active', 'is_on_status_page', 'sla_minutes'] as const
const hasOwnTitle = (key: ColumnName): key is (typeof OWN_TITLES)[number] =>
  (OWN_TITLES as readonly ColumnName[]).includes(key)

/** Columns of a kind's list. They are not sortable: the list shows the order that people see elsewhere. */
export function useColumns(kind: ReferenceKind): readonly Column<ReferenceRecord>[] {
  const { t, i18n } = useTranslation(['reference', 'shell'])
  const { language } = i18n
  return useMemo(() => {
    const list = (texts: readonly string[]) => listFormat(language, { type: 'unit' }).format(texts)
    const cells: Record<ColumnName, (record: ReferenceRecord) => ReactNode> = {
      name: ({ name, is_retired }) => (is_retired === 'Y' ? t('shell:retiredName', { name }) : name),
      short_name: (record) => 'short_name' in record && record.short_name,
      key: ({ key }) => key,
      aliases: (record) => 'aliases' in record && list(record.aliases),
      is_active: (record) => 'is_active' in record && t(record.is_active === 'Y' ? 'on' : 'off'),
      is_on_status_page: (record) =>
        'is_on_status_page' in record && t(record.is_on_status_page === 'Y' ? 'shown' : 'notShown'),
      sla_minutes: (record) => 'sla_minutes' in record && inHours(record.sla_minutes, language),
      description: (record) => 'description' in record && record.description,
      priority_type: (record) => 'priority_type' in record && record.priority_type,
      email_fields: (record) =>
        'email_fields' in record && list(record.email_fields.map(({ display_name }) => display_name)),
    }
    return COLUMNS[kind].map((key) => ({
      key,
      title: hasOwnTitle(key) ? t(`column.${key}`) : t(`field.${key}`),
      isSortable: false,
      value: ({ name }) => name,
      render: cells[key],
      ...(key === 'name' ? ({ card: 'title' } as const) : {}),
      ...(WIDTHS[key] ? { width: WIDTHS[key] } : {}),
    }))
  }, [t, language, kind])
}

const MINUTES_PER_HOUR = 60

export const inHours = (minutes: number, language: string): string =>
  durationFormat(language, { style: 'long' }).format({
    hours: Math.floor(minutes / MINUTES_PER_HOUR),
    minutes: minutes % MINUTES_PER_HOUR,
  })
