import { isQuiet } from '@aviary/contract/status/rules'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DECLARE_FROM, DECLARE_PARAMETER } from '../../shared/declare-dialog.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { WhenLoaded } from '../../ui/WhenLoaded.tsx'
import { useReasons } from '../status/public.ts'
import { OwnIncidentForm } from './OwnIncidentForm.tsx'
import { emptyAt } from './own-incident-values.ts'
import { useOwnIncidentKind } from './use-kind.ts'

/** Declares an incident from scratch, or from the report that the URL names. */
export function DeclareDialog() {
  const { read, write } = useSearchParams()
  const alert = read(DECLARE_FROM.alert)
  const close = () =>
    write(Object.fromEntries([DECLARE_PARAMETER, ...Object.values(DECLARE_FROM)].map((name) => [name, ''])))
  return alert === '' ? <FromScratch onClose={close} /> : <FromReport alert={alert} onClose={close} />
}

function FromScratch({ onClose }: { onClose: () => void }) {
  const [empty] = useState(() => emptyAt(nowMs()))
  return <NewIncident draft="declare" empty={empty} onClose={onClose} />
}

function FromReport({ alert, onClose }: { alert: string; onClose: () => void }) {
  const { t } = useTranslation(['declared', 'shell'])
  const { read } = useSearchParams()
  const [service, dataCenter] = [read(DECLARE_FROM.service), read(DECLARE_FROM.dataCenter)]
  const query = useReasons(service, dataCenter)
  const [now] = useState(nowMs)
  return (
    <WhenLoaded
      title={t('shell:declareIncident')}
      needs={[query]}
      failure={t('reportError')}
      onClose={onClose}
    >
      {() => {
        const report = query.data?.reasons
          .filter((reason) => reason.kind === 'report')
          .find((reason) => reason.alert === alert)
        const cells = [{ service, data_center: dataCenter }, ...(report?.cells ?? [])]
        const empty = {
          ...emptyAt(report ? Math.min(now, Date.parse(report.since)) : now),
          details: report?.summary ?? '',
          severity: report && !isQuiet(report.status) ? report.status : ('' as const),
          services: [...new Set(cells.map((cell) => cell.service))],
          dataCenters: [...new Set(cells.map((cell) => cell.data_center))],
        }
        return (
          <NewIncident
            draft={`declare-${alert}`}
            empty={empty}
            alert={report ? alert : undefined}
            onClose={onClose}
          />
        )
      }}
    </WhenLoaded>
  )
}

type NewIncidentProps = {
  draft: string
  empty: ReturnType<typeof emptyAt>
  alert?: string | undefined
  onClose: () => void
}

function NewIncident(props: NewIncidentProps) {
  const navigate = useNavigate()
  return (
    <OwnIncidentForm
      {...props}
      kind={useOwnIncidentKind()}
      record={undefined}
      isDeleted={false}
      onCurrent={() => undefined}
      onCreated={({ jira_id }) => navigate({ to: '/details/$id', params: { id: jira_id } })}
    />
  )
}
