import { CATEGORIES } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { useLanguageName } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { Facts } from '../../ui/Facts.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './subscribers.module.css'
import { useSubscriberFacts } from './use-subscribers.ts'

/** The language of a person's mails, the categories they subscribe to, and the newest mail that was accepted. */
export function SubscriberFacts({ email }: { email: string }) {
  const { t } = useTranslation(['subscribers', 'subscriptions', 'shell'])
  const formatCount = useCount()
  const typeName = useMailTypeName()
  const language = useLanguageName()
  const { history, chosen } = useSubscriberFacts(email)
  const missing = ({ isPending }: { isPending: boolean }) => (isPending ? '…' : t('shell:notAvailable'))
  const categories =
    chosen.data &&
    CATEGORIES.filter((category) =>
      Object.values(chosen.data.subscriptions[category]).some((list) => list.length > 0),
    )
  const locale = chosen.data?.locale
  const lastMail = history.data?.comms.find(({ email_event }) => email_event === 'sent')
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          {
            label: t('facts.language'),
            value: locale ? <span lang={locale}>{language(locale)}</span> : missing(chosen),
          },
          {
            label: t('facts.subscriptions'),
            value: categories
              ? t('history.count', {
                  shown: formatCount(categories.length),
                  all: formatCount(CATEGORIES.length),
                })
              : missing(chosen),
            note: categories?.map((category) => t(`subscriptions:category.${category}`)).join(', '),
          },
          {
            label: t('facts.lastMail'),
            value: lastMail ? (
              <RelativeTime at={lastMail.event_time} />
            ) : history.data ? (
              t('facts.noMail')
            ) : (
              missing(history)
            ),
            note: lastMail && `${lastMail.event_title}, ${typeName(lastMail.message_type)}`,
          },
        ]}
      />
    </div>
  )
}
