import type { Company } from '@aviary/contract/incidents/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'

export type ActiveIncident = 'yes' | 'no' | 'checking' | 'unknown'

type CustomerInfoProps = {
  company: Company
  activeIncident: ActiveIncident
  /** Worst severity of the open incidents; undefined if none is open. */
  worst: Severity | undefined
}

export function CustomerInfo({ company, activeIncident, worst }: CustomerInfoProps) {
  const { t } = useTranslation(['customers', 'shell'])
  const names = useNames()
  const isKnown = activeIncident === 'yes' || activeIncident === 'no'
  const active = activeIncident !== 'unknown' && (
    <>
      {isKnown && <StatusIcon status={worst ?? 'NORMAL'} size="small" />}
      {t(`info.${activeIncident}`)}
    </>
  )
  const facts = [
    { label: t('info.name'), value: company.name },
    { label: t('info.outtaskId'), value: String(company.id) },
    { label: t('info.entityId'), value: company.entity_code },
    { label: t('info.dataCenter'), value: company.data_center && names.dataCenter(company.data_center) },
    { label: t('info.active'), value: active },
  ]
  return (
    <Panel title={t('info.title')}>
      <Facts facts={facts.map(({ label, value }) => ({ label, value: value || t('shell:notAvailable') }))} />
    </Panel>
  )
}
