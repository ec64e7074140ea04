import { shorten } from '@aviary/contract/cut-text'
import { countsDown, isOpenStatus } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { RecordHeader } from '../../ui/RecordHeader.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { HeaderFacts } from './HeaderFacts.tsx'
import { IncidentActions } from './IncidentActions.tsx'
import { TrackerLink } from './incident-cells.tsx'
import { useOnStatusPage } from './OnStatusPage.tsx'

/** Title and severity of an incident, the six facts that people ask for first, and the actions. */
export function IncidentHeader({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation('incident')
  const word = useStatusWord()(incident.symbol)
  const isShown = useOnStatusPage(incident)
  // A missing status counts as open (spec 1 §2.5).
  const status = countsDown(incident.status) ? incident.symbol : 'NORMAL'
  return (
    <RecordHeader
      isSticky
      status={status}
      mark={<StatusIcon status={status} size="large" />}
      id={
        <>
          <TrackerLink jiraId={incident.jiraId} />
          {isShown === false && <Tag>{t('onStatusPage.keptOff')}</Tag>}
        </>
      }
      title={useTitle(incident)}
      isInternal={incident.isInternal === 'Y'}
      tags={
        <>
          <Tag status={incident.symbol}>{word}</Tag>
          <Tag>{incident.priorityType}</Tag>
          <Tag>{incident.status || t('header.noStatus')}</Tag>
        </>
      }
      actions={<IncidentActions incident={incident} />}
    >
      <HeaderFacts incident={incident} />
    </RecordHeader>
  )
}

/** Characters of the details that fit a title; the facts have the whole text. */
const TITLE_CHARACTERS = 90

/** Services and first sentence of the details: "Travel: intermittent failures creating agent tasks". */
function useTitle({ affectedServices, details, status, startDate }: IncidentDetail): string {
  const names = useNames()
  const { service } = isOpenStatus(status) ? names : names.at(startDate)
  const [line = ''] = details.trim().split(/\r?\n|(?<=[.!?。！？])\s/u)
  const what = shorten(line, TITLE_CHARACTERS)
  return [affectedServices.map(service).join(', '), what].filter((text) => text !== '').join(': ')
}
