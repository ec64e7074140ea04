import type { getCompanyMailed } from '@aviary/contract/deliveries/endpoints'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Skeleton } from '../../ui/states.tsx'
import classes from './deliveries.module.css'
import { useCompanyMailed } from './use-deliveries.ts'

type CompanyAnswerProps = { companyId: number; reference: string }

/**
 * How many people of a company were mailed about an incident or event, and the first addresses that were not.
 */
export function CompanyAnswer({ companyId, reference }: CompanyAnswerProps) {
  const { t } = useTranslation('deliveries')
  const query = useCompanyMailed(companyId, reference)
  const { data, error } = query
  return (
    <section className={classes.answer} aria-label={t('answer.title')}>
      {error && !data && <LoadError query={query} failure={t('answer.error')} />}
      {!data && !error && <Skeleton rows={2} label={t('answer.loading')} />}
      {data && <Answer answer={data} />}
    </section>
  )
}

function Answer({ answer }: { answer: AnswerOf<typeof getCompanyMailed> }) {
  const { t } = useTranslation('deliveries')
  const count = useCount()
  const { company_id, company_name, reference, sent, not_sent, addresses } = answer
  const company = company_name ? `${company_name} (${company_id})` : String(company_id)
  return (
    <>
      <p>
        <strong>{t('answer.sent', { company, reference, people: count(sent) })}</strong>
      </p>
      {not_sent > 0 && (
        <details>
          <summary>{t('answer.notSent', { count: count(not_sent) })}</summary>
          <ul>
            {addresses.map(({ email, state }) => (
              <li key={email}>
                {email}{' '}
                <span className="muted">{state === null ? t('answer.noMail') : t(`state.${state}`)}</span>
              </li>
            ))}
          </ul>
          {answer.more_results && <p>{t('answer.more', { count: count(addresses.length) })}</p>}
        </details>
      )}
    </>
  )
}
