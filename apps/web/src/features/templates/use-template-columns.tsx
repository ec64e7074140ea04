import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import type { TemplateType } from './template-form.ts'
import type { TemplateRow } from './template-row.ts'

export function useTemplateColumns(type: TemplateType): readonly Column<TemplateRow>[] {
  const { t } = useTranslation('templates')
  const kinds = useKindColumns(type)
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('field.title'),
        width: '11rem',
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
        value: ({ template }) => template.created_by,
      },
      {
        key: 'created_date',
        title: t('column.created'),
        width: '9rem',
        value: ({ created }) => created,
        render: ({ template }) => <Time at={template.created_date} />,
      },
    ],
    [t, kinds],
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
        title: t('field.notificationType'),
        width: '12rem',
        value: ({ notificationType }) => notificationType,
        render: ({ notificationType }) =>
          notificationType || <span className="muted">{t('form.anyType')}</span>,
      },
    ]
  }, [t, type])
}
