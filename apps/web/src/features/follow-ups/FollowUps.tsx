import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { idOf, nameOf } from './follow-up-rows.ts'
import classes from './follow-ups.module.css'
import { LazyFollowUpDialogs } from './LazyFollowUpDialogs.ts'
import { useFollowUpActions } from './use-follow-up-actions.ts'
import { useColumnsOfIncident } from './use-follow-up-columns.tsx'
import { useFollowUpKind } from './use-follow-ups.ts'
import { useMayChange, useMayChangeRow } from './use-may-change.ts'

type WithFollowUps = Pick<IncidentDetail, 'jiraId' | 'priorityType' | 'isInternal' | 'follow_ups'>

/** Whether the page of an incident has something to show or to offer here. */
export function useHasFollowUps(): (incident: WithFollowUps) => boolean {
  const mayChange = useMayChange()
  return (incident) => incident.follow_ups.length > 0 || mayChange(incident)
}

/** What remains to be done after an incident, on its page. */
export function FollowUps({ incident, id }: { incident: WithFollowUps; id: string }) {
  const { t } = useTranslation('incident')
  const offline = useOfflineReason()
  const number = useCount()
  const mayChange = useMayChange()(incident)
  const { jiraId, follow_ups: data } = incident
  const records = useRecords({
    kind: useFollowUpKind(jiraId),
    rows: useMemo(() => ({ data, error: null, refetch: () => undefined }), [data]),
    ...{ idOf, nameOf, mayEdit: mayChange, mayDelete: mayChange },
  })
  const columns = useColumnsOfIncident()
  const actions = useFollowUpActions({ ...records, rows: data, mayChange: useMayChangeRow() })
  return (
    <Panel
      title={t('followUps.title')}
      id={id}
      className={classes.panel}
      aside={
        mayChange && (
          <DisabledButton
            variant="default"
            size="compact-sm"
            disabledReason={offline}
            onClick={records.create}
          >
            {t('followUps.add')}
          </DisabledButton>
        )
      }
    >
      {data.length === 0 ? (
        <p className="muted">{t('followUps.none')}</p>
      ) : (
        <DataTable
          label={t('followUps.title')}
          rows={data}
          columns={columns}
          rowId={records.rowId}
          actions={actions}
          isSorted
          sort={undefined}
          onSort={() => undefined}
          count={records.words.count({ shown: number(data.length), all: number(data.length) })}
        />
      )}
      {records.open && (
        <Suspense fallback={null}>
          <LazyFollowUpDialogs {...records} jiraId={jiraId} />
        </Suspense>
      )}
    </Panel>
  )
}
