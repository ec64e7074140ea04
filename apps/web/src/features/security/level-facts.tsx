import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { listSecurityIncidents } from '@aviary/contract/security/endpoints'
import type { Comm } from '@aviary/contract/security/schemas'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useCount } from '../../shared/use-count.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './security.module.css'
import { useSecurityIncidents } from './use-security.ts'

/** Keeps the height of the line while a value is loading. */
const LOADING = '\u00a0'
/** Shown until the list below is loaded, which brings the number. */
const COUNTING = '…'
const NOTHING = '–'

/** Facts of the record that the list below belongs to. */
export const LevelFacts = ({ facts }: { facts: readonly (Fact | undefined)[] }) => (
  <div className={classes.level} {...waiting(facts.some((fact) => fact?.value === LOADING))}>
    <Facts facts={facts} />
  </div>
)

const waiting = (isWaiting: boolean) => (isWaiting ? { 'aria-busy': true, 'data-waiting': true } : {})

/** The facts of a security incident, for those who may read it. */
export function useIncidentFacts(secId: number | undefined): readonly Fact[] {
  const { t } = useTranslation('security')
  const mayRead = useMay()(listSecurityIncidents)
  const { data, isError } = useSecurityIncidents(mayRead)
  if (!mayRead) return []
  const incident = data?.find(({ sec_id }) => sec_id === secId)
  const missing = isError || (data && secId !== undefined) ? NOTHING : LOADING
  const time = (at: string | null | undefined) => (at ? <Time at={at} zone={PACIFIC} /> : missing)
  return [
    { label: t('field.title'), value: incident?.title ?? missing },
    { label: t('field.status'), value: incident?.status ?? missing },
    { label: t('field.start'), value: time(incident?.start_date) },
    { label: t('field.end'), value: time(incident?.end_date) },
  ]
}

/** Facts of a comm. `secId`: its security incident, shown only to people who may read incidents. */
export function useCommFacts(secId: number | undefined, comm: Comm | null | undefined): readonly Fact[] {
  const { t } = useTranslation('security')
  const mayRead = useMay()(listSecurityIncidents)
  const { data, isError } = useSecurityIncidents(mayRead)
  const missing = comm === null ? NOTHING : LOADING
  const title = data?.find(({ sec_id }) => sec_id === secId)?.title
  return [
    ...(mayRead
      ? [{ label: t('level.incident'), value: title ?? (isError || data ? NOTHING : missing), note: secId }]
      : []),
    { label: t('field.status'), value: comm?.status ?? missing },
    { label: t('field.created'), value: comm ? <Time at={comm.created_date} /> : missing },
  ]
}

/** The number of rows of the list below, on all its pages. `error`: why the list could not be loaded. */
export function useCountFact(label: string, total: number | undefined, error?: Error | null): Fact {
  const count = useCount()
  return { label, value: total === undefined ? (error ? NOTHING : COUNTING) : count(total) }
}
