import { getChannelTotal } from '@aviary/contract/channels/rules'
import { Tabs } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabList } from '../../ui/TabList.tsx'
import { ChannelLedger } from './ChannelLedger.tsx'
import { MailLedger } from './MailLedger.tsx'
import { useToldCounts } from './use-deliveries.ts'

const VIEWS = ['mails', 'channels'] as const
type View = (typeof VIEWS)[number]

/** The delivery ledger: what became of every mail, and of everything that a channel was told. */
export function DeliveriesPage() {
  const { read, write } = useSearchParams()
  const view = VIEWS.find((name) => name === read('by')) ?? 'mails'
  return <Ledgers view={view} reference={read('reference').trim()} write={write} />
}

type LedgersProps = {
  view: View
  reference: string
  write: ReturnType<typeof useSearchParams>['write']
}

/** URL parameters of one view, cleared when the other is opened; both have the matter and the range of time. */
const CLEARED = { state: '', kind: '', email: '', company_id: '', page: '' }

/** Memoized, so that writing another filter to the URL renders only the list. */
const Ledgers = memo(function Ledgers({ view, reference, write }: LedgersProps) {
  const { t } = useTranslation(['deliveries', 'shell'])
  const count = useCount()
  const told = useToldCounts(reference)
  const channels = told ? `${t('view.channels')} (${count(getChannelTotal(told))})` : t('view.channels')
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={view}
        onChange={(next) => write({ ...CLEARED, by: next === 'channels' ? next : '' })}
        keepMounted={false}
      >
        <TabList
          label={t('views')}
          tabs={[
            { value: 'mails', label: t('list') },
            { value: 'channels', label: channels },
          ]}
        />
        <Tabs.Panel value="mails">
          <MailLedger />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <ChannelLedger />
        </Tabs.Panel>
      </Tabs>
    </>
  )
})
