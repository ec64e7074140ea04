import { fromHex } from '@aviary/contract/subscribers/address'
import { Button, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabList } from '../../ui/TabList.tsx'
import { Chosen } from './Chosen.tsx'
import { CommHistory } from './CommHistory.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { ResetProfile } from './ResetProfile.tsx'
import { SubscriberFacts } from './SubscriberFacts.tsx'
import classes from './subscribers.module.css'
import { useIsSubscriber } from './use-subscribers.ts'

const VIEWS = ['history', 'subscriptions'] as const
type View = (typeof VIEWS)[number]

/** One subscriber; the path contains the email address in hexadecimal digits (spec 3 §2). */
export function SubscriberDetailsPage() {
  const { t } = useTranslation('subscribers')
  const { email: hex = '' }: { email?: string } = useParams({ strict: false })
  const { read, write } = useSearchParams()
  const email = fromHex(hex)
  if (email === undefined) {
    return (
      <>
        <PageHeader title={t('invalid')} />
        <p>{t('invalidHelp')}</p>
        <Link to="/comm_history">{t('toSearch')}</Link>
      </>
    )
  }
  return (
    // The key resets all state when the subscriber changes.
    <Subscriber
      key={email}
      email={email}
      view={VIEWS.find((name) => name === read('view')) ?? 'history'}
      write={write}
    />
  )
}

type SubscriberProps = { email: string; view: View; write: ReturnType<typeof useSearchParams>['write'] }

/** URL parameters of one view, cleared when the other is opened. */
const CLEARED = { filter: '', sort: '', page: '' }

/** Memoized, so that writing a filter to the URL renders only the list. */
const Subscriber = memo(function Subscriber({ email, view, write }: SubscriberProps) {
  const { t } = useTranslation('subscribers')
  const offline = useOfflineReason()
  const isSubscriber = useIsSubscriber(email)
  const [isResetting, setResetting] = useState(false)
  const disabledReason = offline ?? (isSubscriber === false ? t('nobody') : undefined)
  return (
    <>
      <PageHeader title={email}>
        <Link to="/comm_history">{t('toSearch')}</Link>
        <Button
          variant="default"
          size="sm"
          disabled={disabledReason !== undefined}
          title={disabledReason}
          onClick={() => setResetting(true)}
        >
          {t('reset.open')}
        </Button>
      </PageHeader>
      <SubscriberFacts email={email} />
      {isSubscriber === false && <p className={classes.note}>{t('nobodyNow')}</p>}
      <PausedNotice email={email} />
      <Tabs
        value={view}
        onChange={(next) => write({ ...CLEARED, view: next === 'history' ? '' : (next ?? '') })}
        keepMounted={false}
      >
        <TabList label={t('views')} tabs={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))} />
        <Tabs.Panel value="history">
          <CommHistory email={email} />
        </Tabs.Panel>
        <Tabs.Panel value="subscriptions">
          <Chosen email={email} />
        </Tabs.Panel>
      </Tabs>
      {isResetting && <ResetProfile email={email} onClose={() => setResetting(false)} />}
    </>
  )
})
