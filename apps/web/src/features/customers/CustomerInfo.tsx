import type { Company } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './customers.module.css'

export type ActiveIncident = 'yes' | 'no' | 'checking' | 'unknown'

type CustomerInfoProps = { company: Company; activeIncident: ActiveIncident }

export function CustomerInfo({ company, activeIncident }: CustomerInfoProps) {
  const { t } = useTranslation(['customers', 'shell'])
  const names = useNames()
  const facts = [
    [t('info.name'), company.name],
    [t('info.outtaskId'), String(company.id)],
    [t('info.entityId'), company.entity_code],
    [t('info.dataCenter'), company.data_center && names.dataCenter(company.data_center)],
    [t('info.active'), activeIncident === 'unknown' ? null : t(`info.${activeIncident}`)],
  ]
  return (
    <Panel title={t('info.title')}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || t('shell:notAvailable')}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
