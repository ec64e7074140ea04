import { SLA_BAR_REFRESH_MS } from '@aviary/contract/constants'
import { getTotal } from '@aviary/contract/deliveries/rules'
import { countsDown, isOpenStatus, slaColour, slaElapsed } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useNames } from '../../shared/names.ts'
import { useRoleName } from '../../shared/role-name.ts'
import { useNow } from '../../shared/time/clock.ts'
import { durationInShort, durationInWords, exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { Address } from '../../ui/Address.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { useMessages, useTimeline } from '../timeline/public.ts'
import classes from './header-facts.module.css'
import { NextUpdate } from './NextUpdate.tsx'
import { useCompanies } from './use-companies.ts'
import { useTeam } from './use-incident.ts'

/** Placeholder as tall as a loaded fact, so that nothing moves when the fact arrives. */
const LOADING = { value: '…', note: '\u00a0' }

/** Place, start, SLA, next update, people and last message; the last three are left out if unknown. */
export function HeaderFacts({ incident }: { incident: IncidentDetail }) {
  const facts = [
    useWhere(incident),
    useStarted(incident),
    useSla(incident),
    useNextUpdate(incident),
    useOnIt(incident),
    useLastMessage(incident),
  ]
  return <Facts facts={facts} />
}

function useWhere(incident: IncidentDetail): Fact {
  const { t } = useTranslation(['incident', 'shell'])
  const allNames = useNames()
  const names = isOpenStatus(incident.status) ? allNames : allNames.at(incident.startDate)
  const companies = useCompanies()
  return {
    label: t('header.where'),
    value: incident.affectedDataCenters.map(names.dataCenter).join(', ') || t('shell:notAvailable'),
    note: companies(incident.affectedCompanies),
  }
}

function useStarted({ startDate }: IncidentDetail): Fact {
  const { t, i18n } = useTranslation('incident')
  return {
    label: t('header.started'),
    value: <RelativeTime at={startDate} />,
    // On paper the value is the exact time itself.
    note: <span className={classes.onScreen}>{exactTime(Date.parse(startDate), i18n.language)}</span>,
  }
}

function useSla({ status, startDate, slaEndTime, endDate }: IncidentDetail): Fact {
  const { t, i18n } = useTranslation('incident')
  const { language } = i18n
  const now = useNow(SLA_BAR_REFRESH_MS)
  const [start, slaEnd] = [Date.parse(startDate), Date.parse(slaEndTime)]
  const elapsed = slaElapsed(start, slaEnd, now)
  if (!countsDown(status))
    return {
      label: t('sla.resolvedIn'),
      value: endDate
        ? durationInWords(Date.parse(endDate) - start, language)
        : t('sla.resolvedAtUnknownTime'),
      note: endDate && exactTime(Date.parse(endDate), language),
    }
  const duration = durationInShort(Math.abs(slaEnd - now), language)
  return {
    label: t('sla.title'),
    value: (
      <>
        {t(slaEnd > now ? 'sla.left' : 'sla.over', { duration })}
        <span className={classes.slaBar} data-colour={slaColour(elapsed)} aria-hidden="true">
          <span style={{ width: `${elapsed * 100}%` }} />
        </span>
      </>
    ),
    note: `${t('sla.end')} ${exactTime(slaEnd, language)}`,
  }
}

function useNextUpdate({ nextUpdateDue, nextUpdatePutOff: putOff }: IncidentDetail): Fact | undefined {
  const { t, i18n } = useTranslation(['incident', 'incidents'])
  if (!nextUpdateDue) return undefined
  const exact = (time: string) => exactTime(Date.parse(time), i18n.language)
  return {
    label: t('incidents:nextUpdate.title'),
    value: <NextUpdate at={nextUpdateDue} />,
    note: putOff ? (
      <>
        {exact(nextUpdateDue)}
        <br />
        {t('header.putOff', { time: exact(putOff.promised), person: putOff.putOffBy })}
        {putOff.note && (
          <>
            <br />
            {putOff.note}
          </>
        )}
      </>
    ) : (
      exact(nextUpdateDue)
    ),
  }
}

/** Who has a role here, and beside it whom the tracker names. */
function useOnIt({ jiraId, roles }: IncidentDetail): Fact | undefined {
  const { t, i18n } = useTranslation('incident')
  const roleName = useRoleName()
  const { data, isPending } = useTeam(jiraId)
  const label = t('header.onIt')
  if (isPending) return { label, ...LOADING }
  const manager = withoutAddress(data?.jira_info.incident_manager)
  const assignee = withoutAddress(data?.jira_info.assignee)
  const assigned = assignee && t('header.assignee', { name: assignee })
  const [first, ...others] = [...Map.groupBy(roles, ({ holder }) => holder)].map(([name, theirs]) => ({
    name,
    role: listFormat(i18n.language, { type: 'unit' }).format(theirs.map(roleName)),
  }))
  if (first)
    return {
      label,
      value: (
        <span>
          <Address text={first.name} />
        </span>
      ),
      note: (
        <>
          {[first.role, ...others.map((person) => t('header.role', person))].join(' · ')}
          <span className={classes.line}>
            {manager ? t('header.role', { role: t('team.manager'), name: manager }) : assigned}
          </span>
        </>
      ),
    }
  return manager || assignee ? { label, value: manager || assignee, note: manager && assigned } : undefined
}

/** "Eli Lund" of "Eli Lund (eli.lund@acme.example)". */
const withoutAddress = (person: string | null | undefined): string | undefined =>
  person?.replace(/\s*\([^()]*@[^()]*\)$/, '')

function useLastMessage({ jiraId, priorityType }: IncidentDetail): Fact | undefined {
  const { t } = useTranslation('incident')
  const { data: messages, isPending } = useMessages(jiraId, priorityType)
  const { data: entries } = useTimeline(jiraId)
  const number = useCount()
  const typeName = useMessageTypeName()
  if (isPending) return { label: t('header.lastMessage'), ...LOADING }
  const last = messages?.toSorted((a, b) => b.created_epoch - a.created_epoch)[0]
  if (!last) return undefined
  const mailed = entries?.find((entry) => entry.kind === 'broadcast' && entry.message_id === last.id)
  const people = mailed?.kind === 'broadcast' ? getTotal(mailed.progress) : 0
  const title = typeName(last.title)
  return {
    label: t('header.lastMessage'),
    value: <RelativeTime at={last.created_date} />,
    note: people > 0 ? t('header.toPeople', { title, count: people, number: number(people) }) : title,
  }
}
