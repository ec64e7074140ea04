import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { companyFault } from '../user-search.ts'
import classes from './companies.module.css'
import { useCompanies } from './use-companies.ts'
import { useCompanyText } from './use-company-text.ts'

type CompanyHintProps = {
  /** The company's number as it is typed. */
  companyId: string
  /** Whether to show also how many people would get the company's mail. */
  withReach?: boolean
}

/** Shows the name of a typed company, or a warning, below the field once typing has paused. */
export function CompanyHint({ companyId, withReach = false }: CompanyHintProps) {
  const { t } = useTranslation(['security', 'security-emails'])
  const count = useCount()
  const settled = useDebounced(companyId, FILTER_DEBOUNCE_MS)
  const id = companyFault(settled) ? undefined : Number(settled)
  const { companyOf } = useCompanies(id === undefined ? [] : [id])
  const companyText = useCompanyText()
  if (id === undefined || settled !== companyId) return <p className="muted" role="status" />
  const company = companyOf(id)
  const text = companyText(id, company)
  const { name, people } = company
  return (
    <div role="status">
      {name === null && <p className={classes.unlisted}>{t('company.check', { id })}</p>}
      {name && !withReach && <p className="muted">{text}</p>}
      {withReach && people !== undefined && (
        <p className="muted">
          {people === 0
            ? t('security-emails:reach.nobody', { company: name ? text : id })
            : t('security-emails:reach.people', { company: name ? text : id, people: count(people) })}
        </p>
      )}
    </div>
  )
}
