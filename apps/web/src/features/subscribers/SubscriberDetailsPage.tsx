import { fromHex } from '@aviary/contract/subscribers/address'
import { Button, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useAddress } from '../../shared/use-address.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Chosen } from './Chosen.tsx'
import { CommHistory } from './CommHistory.tsx'
import { ResetProfile } from './ResetProfile.tsx'
import classes from './subscribers.module.css'
import { useIsSubscriber } from './use-subscribers.ts'

const VIEWS = ['history', 'subscriptions'] as const
type View = (typeof VIEWS)[number]

/** One subscriber, named by the hexadecimal digits of their address (spec 3 §2). */
export function SubscriberDetailsPage() {
  const { t } = useTranslation('subscribers')
  const { email: hex = '' }: { email?: string } = useParams({ strict: false })
  const { read, write } = useAddress()
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
    // The key: what was opened for one person is not carried over to the next.
    <Subscriber
      key={email}
      email={email}
      view={VIEWS.find((one) => one === read('view')) ?? 'history'}
      write={write}
    />
  )
}

type SubscriberProps = { email: string; view: View; write: ReturnType<typeof useAddress>['write'] }

/** What belongs to one view does not go along to the other. */
const CLEARED = { filter: '', sort: '', page: '' }

/** Apart, so that a filter that is written into the address renders only its list. */
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
      {isSubscriber === false && <p className={classes.note}>{t('nobodyNow')}</p>}
      <Tabs
        value={view}
        onChange={(next) => write({ ...CLEARED, view: next === 'history' ? '' : (next ?? '') })}
        keepMounted={false}
      >
        <Tabs.List mb={12} aria-label={t('views')}>
          {VIEWS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`view.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
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
