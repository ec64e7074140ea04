import { useTranslation } from 'react-i18next'
import classes from './companies.module.css'
import type { CompanyOf } from './use-companies.ts'

type CompanyCellProps = { id: number; companyOf: CompanyOf }

/** A company's number and name, in a table. */
export function CompanyCell({ id, companyOf }: CompanyCellProps) {
  const { t } = useTranslation('security')
  const { name } = companyOf(id)
  return (
    <>
      {id}{' '}
      {name !== undefined && (
        <span className={name === null ? classes.unlisted : classes.name}>
          {name ?? t('company.unlisted')}
        </span>
      )}
    </>
  )
}
