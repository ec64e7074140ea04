import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import classes from './emails.module.css'
import type { Difference } from './sending.ts'

const MOST_NAMED = 20

type SendingChangedProps = { changed: readonly Difference[]; onTakeOver: () => void }

/** What is not any more as it is about to be confirmed; nothing is sent until it was looked at. */
export function SendingChanged({ changed, onTakeOver }: SendingChangedProps) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const more = changed.length - MOST_NAMED
  return (
    <div role="alert" className={classes.changed}>
      <p>
        <strong>{t('changed.title')}</strong>
      </p>
      <ul>
        {changed.slice(0, MOST_NAMED).map(({ email, what, recipients }) => (
          <li key={email.id}>
            {t('changed.email', { id: email.id, company: email.company_id, subject: email.subject })}{' '}
            {t(`changed.${what}`, { before: count(email.recipients), now: count(recipients) })}
          </li>
        ))}
        {more > 0 && <li>{t('changed.more', { emails: count(more) })}</li>}
      </ul>
      <Button variant="default" size="compact-sm" onClick={onTakeOver}>
        {t('changed.takeOver')}
      </Button>
    </div>
  )
}
