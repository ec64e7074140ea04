import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { useReach } from '../emails/use-emails.ts'
import { companyFault } from '../user-search.ts'

/** The number of a company's recipients, shown once typing has paused. */
export function Reach({ companyId }: { companyId: string }) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const settled = useDebounced(companyId, FILTER_DEBOUNCE_MS)
  const company = companyFault(settled) ? undefined : Number(settled)
  const reach = useReach(company)
  const people = settled === companyId ? reach : undefined
  return (
    <p className="muted" role="status">
      {people === null && t('reach.nobody', { company })}
      {typeof people === 'number' && t('reach.people', { company, people: count(people) })}
    </p>
  )
}
