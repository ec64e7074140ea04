import { Button, Tabs } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { hasDraft } from '../../shared/saving/use-draft.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabList } from '../../ui/TabList.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { CalendarTab } from './CalendarTab.tsx'
import { CreateEvent } from './CreateEvent.tsx'
import { EventsTab, WindowsTab } from './EventsTab.tsx'
import type { Kind } from './event-values.ts'
import { createDraft } from './event-values.ts'
import { useRights } from './use-rights.ts'

const TABS = ['events', 'windows', 'calendar'] as const
type TabName = (typeof TABS)[number]

/** The tabs with the list, the v1 list and the calendar (spec 2 §2.3). The URL names the tab. */
export function MaintenanceEventsPage() {
  const { read, write } = useSearchParams()
  return <TabbedPage tab={TABS.find((name) => name === read('tab')) ?? 'events'} write={write} />
}

type TabbedPageProps = { tab: TabName; write: ReturnType<typeof useSearchParams>['write'] }

/** Memoized, so that writing a filter to the URL renders only the list. */
const TabbedPage = memo(function TabbedPage({ tab, write }: TabbedPageProps) {
  const { t } = useTranslation('maintenance')
  const { t: inShell } = useTranslation()
  const kind: Kind = tab === 'windows' ? 'window' : 'event'
  const [hasFeed, setFeed] = useState(false)
  const create = useCreate(kind)
  return (
    <>
      <PageHeader title={inShell('screen.Maintenance Events')}>
        {tab === 'calendar' && (
          <Button variant="default" size="sm" onClick={() => setFeed(true)}>
            {t('feed.open')}
          </Button>
        )}
        {create.button}
      </PageHeader>
      <Tabs
        value={tab}
        onChange={(next) => write({ ...CLEARED, tab: next === 'events' ? '' : (next ?? '') })}
        keepMounted={false}
      >
        <TabList
          label={t('tabs.label')}
          tabs={TABS.map((value) => ({ value, label: t(`${value}.title`) }))}
        />
        <Tabs.Panel value="events">
          <EventsTab />
        </Tabs.Panel>
        <Tabs.Panel value="windows">
          <WindowsTab />
        </Tabs.Panel>
        <Tabs.Panel value="calendar">
          <CalendarTab />
        </Tabs.Panel>
      </Tabs>
      {create.isOpen && <CreateEvent key={kind} kind={kind} onClose={create.close} />}
      {hasFeed && <CalendarFeed onClose={() => setFeed(false)} />}
    </>
  )
})

/** URL parameters of one tab, cleared when another is opened. */
const CLEARED = { page: '', sort: '', filter: '', view: '', show: '', date: '', dc: '' }

/** The create form of the tab: opened by its button, or by a draft from before a reload. */
function useCreate(kind: Kind) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const { mayCreate } = useRights(kind)
  const [opened, setOpened] = useState<Record<Kind, boolean | undefined>>({
    event: undefined,
    window: undefined,
  })
  const set = (isOpen: boolean) => setOpened((before) => ({ ...before, [kind]: isOpen }))
  return {
    isOpen: mayCreate && (opened[kind] ?? hasDraft(createDraft(kind))),
    close: () => set(false),
    button: mayCreate && (
      <Button size="sm" disabled={offline !== undefined} title={offline} onClick={() => set(true)}>
        {t('create')}
      </Button>
    ),
  }
}
