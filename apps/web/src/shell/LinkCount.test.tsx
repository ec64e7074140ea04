import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { activeIncidentsQuery } from '../shared/active-incidents.ts'
import LinkCount from './LinkCount.tsx'

const incidents = (count: number) => ({
  payload: Array.from({ length: count }, (_, index) => ({ jiraId: `OPI-${index}` })),
  more_results: false,
})

test('away from the landing page it asks for the open incidents, and follows a push', async () => {
  let count = 3
  const { sent, client } = await renderPage(
    <LinkCount id="count" count="incidents" />,
    { 'GET /api/incidents/': () => incidents(count) },
    '/history',
  )
  expect((await screen.findByText('3 open incidents')).id).toBe('count')
  expect(sent.map(({ url }) => url.searchParams.get('messages'))).toEqual(['false'])
  count = 1
  await client.invalidateQueries({ queryKey: ['incidents'] })
  expect(await screen.findByText('1 open incident')).toBeTruthy()
  count = 0
  await client.invalidateQueries({ queryKey: ['incidents'] })
  await waitFor(() => expect(screen.queryByText(/open incident/)).toBeNull())
})

function Landing() {
  useQuery(activeIncidentsQuery('en'))
  return <LinkCount id="count" count="incidents" />
}

test('on the landing page it counts what the page shows, without a call of its own', async () => {
  const { sent } = await renderPage(<Landing />, { 'GET /api/incidents/': incidents(2) })
  expect(await screen.findByText('2 open incidents')).toBeTruthy()
  expect(sent.filter(({ url }) => url.pathname === '/api/incidents/')).toHaveLength(1)
})

test('it counts the maintenance events of this moment, not freeze windows', async () => {
  const hour = 60 * 60_000
  const event = (id: number, from: number, flag: string | null = null) => ({
    ...{ id, flag, start_date: new Date(Date.now() + from * hour).toISOString() },
    end_date: new Date(Date.now() + (from + 2) * hour).toISOString(),
  })
  const maintenance_events = [
    event(1, -1),
    event(2, -1, 'special'),
    event(3, -1, 'freeze_window'),
    event(4, 1),
    event(5, -3),
  ]
  await renderPage(<LinkCount id="count" count="maintenance" />, {
    'GET /api/v2/maintenance_event': { maintenance_events },
  })
  expect(await screen.findByText('2 maintenance events in progress')).toBeTruthy()
})
