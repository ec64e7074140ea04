import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { activeIncidentsWithoutMessagesQuery } from '../shared/active-incidents.ts'
import { closeAllToasts } from '../ui/toast-store.ts'
import { MissedUpdates } from './MissedUpdates.tsx'

const NOW = '2026-08-20T12:40:00.000Z'
const DUE = '2026-08-20T12:30:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  closeAllToasts()
  vi.unstubAllGlobals()
})

const personWith = (...allowed_actions: string[]) => ({
  data: {
    ...{ email: 'ines@acme.example', preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})
const incident = (jiraId: string, nextUpdateDue: string | null = DUE) => ({ jiraId, nextUpdateDue })
const missed = (jira_id: string, changes: object = {}) => ({
  ...{ jira_id, priority_type: 'P1', is_internal: 'N', next_update_due: DUE },
  ...changes,
})

/** As the navigation, which counts the open incidents. */
function Counter() {
  useQuery(activeIncidentsWithoutMessagesQuery('en'))
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => client.invalidateQueries({ queryKey: ['incidents'] })}>
      push
    </button>
  )
}

type Site = { incidents: () => object[]; missed: object[]; actions?: string[] }

const open = ({ incidents, missed: missed_updates, actions = ['create_p1_message'] }: Site) =>
  renderPage(
    <>
      <MissedUpdates />
      <Counter />
    </>,
    {
      'POST /api/get_user_id/': personWith(...actions),
      'GET /api/incidents/': () => ({ payload: incidents(), more_results: false }),
      'GET /api/reminders/': { missed_updates },
    },
  )

const bar = (id: string) => screen.findByRole('region', { name: `Overdue update of ${id}` })
const hrefs = async (id: string) =>
  within(await bar(id))
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])

test('names a missed update, and leads to the dialogs of the incident', async () => {
  await open({ incidents: () => [incident('OPI-1'), incident('OPI-2')], missed: [missed('OPI-1')] })
  expect((await bar('OPI-1')).textContent).toContain(
    'OPI-1: the update promised for Aug 20, 2026, 12:30 UTC is overdue',
  )
  expect(await hrefs('OPI-1')).toEqual([
    ['Post message: OPI-1', '/details/OPI-1?post=open'],
    ['Put off: OPI-1', '/details/OPI-1?put_off=open'],
  ])
  expect(screen.getByRole('status').contains(await bar('OPI-1'))).toBe(true)
  expect(screen.queryByText(/OPI-2/)).toBeNull()
})

test('people who may not post get a link to the incident', async () => {
  const incidents = () => [incident('OPI-1'), incident('OPI-2')]
  await open({
    incidents,
    missed: [missed('OPI-1', { is_internal: 'Y' }), missed('OPI-2', { priority_type: 'P2' })],
  })
  for (const id of ['OPI-1', 'OPI-2'])
    expect(await hrefs(id)).toEqual([[`${id}, view details`, `/details/${id}`]])
})

test('asks only while an open incident has a missed update, and goes when the update comes', async () => {
  let incidents = [incident('OPI-1', '2026-08-20T12:50:00.000Z'), incident('OPI-2', null)]
  const { sent, client } = await open({ incidents: () => incidents, missed: [missed('OPI-1')] })
  await waitFor(() => expect(sent.map(({ url }) => url.pathname)).toContain('/api/incidents/'))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(sent.map(({ url }) => url.pathname)).not.toContain('/api/reminders/')
  const push = () => act(async () => screen.getByRole('button', { name: 'push' }).click())
  incidents = [incident('OPI-1')]
  await push()
  await bar('OPI-1')
  incidents = [incident('OPI-1', '2026-08-20T13:00:00.000Z')]
  await push()
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('shows three, and says how many more there are', async () => {
  const ids = ['OPI-1', 'OPI-2', 'OPI-3', 'OPI-4', 'OPI-5']
  await open({ incidents: () => ids.map((id) => incident(id)), missed: ids.map((id) => missed(id)) })
  await bar('OPI-1')
  expect(screen.getAllByRole('region')).toHaveLength(3)
  expect(screen.getByRole('link', { name: '2 more overdue updates' }).getAttribute('href')).toBe('/')
})
