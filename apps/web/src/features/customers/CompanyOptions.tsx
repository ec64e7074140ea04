import type { Company } from '@aviary/contract/incidents/schemas'
import { Combobox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './customers.module.css'

/** Companies to choose from, with their codes; must be rendered inside a combobox. */
export function CompanyOptions({ companies }: { companies: readonly Company[] }) {
  const { t } = useTranslation(['customers', 'shell'])
  return (
    <>
      <Combobox.Options aria-label={t('search.results')}>
        {companies.map((company) => (
          <Combobox.Option key={company.id} value={String(company.id)}>
            {company.name}
            <span className={classes.codes}>
              {t('info.entityId')} {company.entity_code ?? t('shell:notAvailable')} · {t('info.outtaskId')}{' '}
              {company.id}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <div role="status">
        {companies.length === 0 ? (
          <Combobox.Empty>{t('search.none')}</Combobox.Empty>
        ) : (
          <span className="visually-hidden">{t('search.found', { number: companies.length })}</span>
        )}
      </div>
    </>
  )
}
