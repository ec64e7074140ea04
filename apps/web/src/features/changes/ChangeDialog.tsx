import { CHANGE_FIELDS } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { useTranslation } from 'react-i18next'
import { getErrorMessage, isNotFound } from '../../shared/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { IncidentsAfter } from '../correlation/public.ts'
import { AgeLine, StateBadge } from './ChangeState.tsx'
import { hasField } from './change-fields.ts'
import classes from './changes.module.css'
import { FieldValue, useFieldWords } from './FieldValue.tsx'
import type { Highlight } from './matches.ts'
import { useChange } from './use-changes.ts'

type ChangeDialogProps = { changeId: number; highlight: Highlight; onClose: () => void }

/** Dialog with every field of one change. */
export function ChangeDialog({ changeId, highlight, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('changes')
  const { data, error, refetch } = useChange(changeId)
  const isGone = isNotFound(error)
  return (
    <Dialog title={t('details.title', { id: data?.ticket_id ?? changeId })} size="xl" onClose={onClose}>
      {error && (
        <ErrorState
          title={t(isGone ? 'details.gone' : 'details.error')}
          {...(isGone ? {} : { reason: getErrorMessage(error), retry: { run: () => void refetch() } })}
        />
      )}
      {!data && !error && <Skeleton rows={10} label={t('details.loading')} />}
      {data && <Details change={data} highlight={highlight} />}
    </Dialog>
  )
}

function Details({ change, highlight }: { change: Change; highlight: Highlight }) {
  const { t } = useTranslation('changes')
  const words = useFieldWords()
  return (
    <>
      {change.change_type === 'manual' && (
        <p className={classes.state}>
          <StateBadge change={change} /> <AgeLine change={change} />
        </p>
      )}
      <dl className={classes.details}>
        {CHANGE_FIELDS.map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>{hasField(change, field) ? <FieldValue {...{ change, field, highlight, words }} /> : '—'}</dd>
          </div>
        ))}
      </dl>
      <IncidentsAfter change={change} />
    </>
  )
}
