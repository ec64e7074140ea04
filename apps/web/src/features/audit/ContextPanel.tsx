import type { AuditRecord } from '@aviary/contract/audit/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { diffAsReplacement, diffText } from '../../shared/text-diff.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { TextParts } from '../../ui/TextParts.tsx'
import classes from './audit.module.css'
import { type FieldChange, isReduced, splitContext } from './context-difference.ts'

/** A log row beside its list: changes as a difference, the rest of the context as JSON. */
export function ContextPanel({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const { changes, same, rest } = useMemo(() => splitContext(record.context), [record])
  return (
    <SidePanel title={t('context.title', { id: record.pkey })} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>{t('column.application')}</dt>
        <dd>{record.application_name}</dd>
        <dt>{t('column.email')}</dt>
        <dd>{record.user_email}</dd>
        <dt>{t('column.action')}</dt>
        <dd>{record.action_name}</dd>
        <dt>{t('column.date')}</dt>
        <dd>
          <time dateTime={record.created_date}>{record.created_date}</time>
        </dd>
      </dl>
      {isReduced(record.context) && <p>{t('context.reduced')}</p>}
      {changes && (
        <section aria-label={t('context.changed')}>
          <h3 className={classes.part}>{t('context.changed')}</h3>
          {changes.length === 0 && <p className="muted">{t('context.unchanged')}</p>}
          {changes.length > 0 && <p className="muted">{t('context.legend')}</p>}
          <dl className={classes.changes}>
            {changes.map((change) => (
              <Change key={change.field} {...change} />
            ))}
          </dl>
          {same > 0 && changes.length > 0 && <p className="muted">{t('context.same', { fields: same })}</p>}
        </section>
      )}
      {rest !== undefined && (
        <section aria-label={t(changes ? 'context.rest' : 'column.context')}>
          <h3 className={classes.part}>{t(changes ? 'context.rest' : 'column.context')}</h3>
          <pre className={classes.json}>{JSON.stringify(rest, null, 2)}</pre>
        </section>
      )}
    </SidePanel>
  )
}

function Change({ field, before, after }: FieldChange) {
  const { t } = useTranslation('audit')
  const parts = useMemo(
    () =>
      before === undefined || after === undefined
        ? diffAsReplacement(before ?? '', after ?? '')
        : diffText(before, after),
    [before, after],
  )
  return (
    <div>
      <dt>{field || t('context.value')}</dt>
      <dd>
        <TextParts parts={parts} />
      </dd>
    </div>
  )
}
