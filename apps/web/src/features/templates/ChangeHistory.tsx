import type { Template, TemplateChange } from '@aviary/contract/templates/endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { ChangeList } from '../../ui/ChangeList.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { useShowMore } from '../../ui/use-focus.ts'
import { Differences } from './Differences.tsx'
import { type FormValues, toValues } from './template-form.ts'
import { useTemplateHistory } from './use-templates.ts'

const PAGE = 20

/** Edits of a template with author and time, newest first; each edit shows the differences that it made. */
export function ChangeHistory({ template }: { template: Template }) {
  const { t } = useTranslation('templates')
  const query = useTemplateHistory(template.pkey)
  const getAuthorName = useAuthorName()
  const { data, error } = query
  const [shownCount, setShownCount] = useState(PAGE)
  const { part, showMore } = useShowMore<HTMLElement>()
  useErrorToast(error, t('toast.history'))
  if (!data)
    return <Loaded query={query} failure={t('history.error')} loading={t('history.loading')} rows={3} />
  if (data.length === 0) return <EmptyState title={t('history.none')} />
  return (
    <section ref={part} aria-label={t('history.title')}>
      <p className="muted">{t('history.legend')}</p>
      <ChangeList>
        {data.slice(0, shownCount).map((change, index) => {
          const next = data[index - 1]
          return (
            <li key={change.pkey}>
              <h3>
                {getAuthorName(change.changed_by)} · <Time at={change.updated_date} />
              </h3>
              <Differences
                before={valuesBefore(change)}
                after={next ? valuesBefore(next) : toValues(template)}
                type={template.template_type}
              />
            </li>
          )
        })}
      </ChangeList>
      {data.length > shownCount && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => showMore(() => setShownCount(shownCount + PAGE))}
        >
          {t('history.older')}
        </Button>
      )}
    </section>
  )
}

const valuesBefore = (change: TemplateChange): FormValues => ({
  title: change.prev_title,
  body: change.prev_body,
  messageType: change.prev_message_type ?? '',
  affectedService: change.prev_affected_service ?? '',
  notificationType: change.prev_notification_type ?? '',
})
