import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import type { TemplateType } from './template-form.ts'
import type { TemplateRow } from './template-row.ts'

export function useTemplateColumns(type: TemplateType): readonly Column<TemplateRow>[] {
  const { t } = useTranslation('templates')
  const kinds = useKindColumns(type)
  const getAuthorName = useAuthorName()
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('field.title'),
        width: '200px',
        card: 'title',
        value: ({ template }) => template.title,
      },
      {
        key: 'body',
        title: t('field.body'),
        isSortable: false,
        value: ({ preview }) => preview,
      },
      ...kinds,
      {
        key: 'created_by',
        title: t('column.createdBy'),
        width: '9.5rem',
        value: ({ template }) => getAuthorName(template.created_by),
      },
      {
        key: 'created_date',
        title: t('column.created'),
        width: TIME_WIDTH,
        value: ({ created }) => created,
        render: ({ template }) => <RowTime at={template.created_date} />,
      },
    ],
    [t, kinds, getAuthorName],
  )
}

/** The columns that say what a template is for. */
function useKindColumns(type: TemplateType): readonly Column<TemplateRow>[] {
  const { t } = useTranslation('templates')
  return useMemo(() => {
    if (type === 'message')
      return [
        {
          key: 'message_type',
          card: 'tag',
          title: t('field.messageType'),
          width: '9.5rem',
          value: ({ messageType }) => messageType,
        },
        {
          key: 'affected_service',
          title: t('field.affectedService'),
          width: '9rem',
          value: ({ template }) => template.affected_service,
        },
      ]
    return [
      {
        key: 'notification_type',
        card: 'tag',
        title: t('field.notificationType'),
        width: '12rem',
        value: ({ notificationType }) => notificationType,
        render: ({ notificationType }) =>
          notificationType || <span className="muted">{t('form.anyType')}</span>,
      },
    ]
  }, [t, type])
}
