import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { activeIncidentsQuery } from '../shared/active-incidents.ts'
import { LinkCount } from './LinkCount.tsx'

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

test('it counts the maintenance events of this moment in any data center, not freeze windows', async () => {
  const overlaps = ['event', 'freeze_window', 'incident'].map((kind) => ({
    ...{ kind, id: '1', title: 'Patch', is_internal: 'N', data_centers: ['us2'] },
    ...{ start_date: '2026-08-20T07:00-0700', end_date: '2026-08-20T09:00-0700' },
  }))
  const { sent } = await renderPage(<LinkCount id="count" count="maintenance" />, {
    'GET /api/v2/maintenance_overlaps/': { overlaps },
  })
  expect(await screen.findByText('1 maintenance event in progress')).toBeTruthy()
  const { start_date, end_date, ...others } = Object.fromEntries(sent[0]?.url.searchParams ?? [])
  expect(start_date).toBe(end_date)
  expect(others).toEqual({})
})
