import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressNow, openChanges } from '../../../../testing/changes.tsx'
import { Refused, type Sent } from '../../../../testing/render.tsx'

beforeEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const second = (time: string) => Date.parse(`2026-08-20T${time}:00Z`) / 1000
/** From 10:00 to 14:00. */
const RANGE = `/changes?absolute_selected=true&date_range_start=${second('10:00')}&date_range_end=${second('14:00')}`

const incident = (jiraId: string, time: string, fields: Partial<MarkedIncident> = {}): MarkedIncident => ({
  jira_id: jiraId,
  priority_type: 'P1',
  severity: 'OUTAGE',
  status: 'ACTIVE',
  is_internal: 'N',
  start_date: `2026-08-20T${time}:00.000Z`,
  end_date: null,
  details: 'Reports are slow',
  ...fields,
})

const timeline = (...incidents: MarkedIncident[]) => ({
  'POST /api/search_changes/timeline/': {
    bucket_seconds: 3600,
    buckets: [
      { start: '2026-08-20T10:00:00.000Z', count: 2 },
      { start: '2026-08-20T12:00:00.000Z', count: 1234 },
    ],
    incidents,
    has_more_incidents: false,
    incident_count: incidents.length,
  },
})

const getRequests = (sent: Sent[]) =>
  sent
    .filter(({ url }) => url.pathname.endsWith('/timeline/'))
    .map(({ body }) => (body as { search_params: Record<string, string> }).search_params)
/** Replaces the thin spaces that formatted ranges contain. */
const plain = (text: string | null | undefined) => text?.replaceAll('\u2009', ' ')
const region = async () => within(await screen.findByRole('region', { name: 'Changes over time' }))

test('shows range, zone and counts of the same search as the results', async () => {
  const { sent } = await openChanges(timeline(incident('OPI-7', '11:30')), `${RANGE}&keywords=api`)
  const picture = await region()
  expect(await picture.findByText(/Changes: 1,236 · Incidents: 1$/)).toBeTruthy()
  expect(plain(picture.getByRole('img').getAttribute('aria-label'))).toMatch(
    /^Aug 20, 2026, 10:00 – 14:00 UTC\./,
  )
  const [search] = sent
    .filter(({ url }) => url.pathname === '/api/search_changes/')
    .map(({ body }) => (body as { search_params: object }).search_params)
  expect(getRequests(sent)).toEqual([search])
})

test('shows both numbers when there are more incidents than marks', async () => {
  const marked = Array.from({ length: 200 }, (_, at) => incident(`OPI-${at}`, '10:30'))
  const answer = timeline(...marked)['POST /api/search_changes/timeline/']
  await openChanges(
    { 'POST /api/search_changes/timeline/': { ...answer, has_more_incidents: true, incident_count: 1203 } },
    RANGE,
  )
  const shown = await region()
  expect(await shown.findByText(/Incidents: 1,203$/)).toBeTruthy()
  expect(shown.getByText('Of 1,203 incidents the newest 200 are marked')).toBeTruthy()
  expect(shown.getByRole('img').getAttribute('aria-label')).toContain('Incidents: 1,203')
  expect(shown.getByRole('img').querySelectorAll('line')).toHaveLength(1)
})

test('marks incidents by severity with a link; close ones open a list', async () => {
  const other = { severity: 'PARTIAL_PERFORMANCE', is_internal: 'Y' } as const
  await openChanges(
    timeline(incident('OPI-7', '10:30'), incident('OPI-8', '13:00'), incident('OPI-9', '13:01', other)),
    RANGE,
  )
  const picture = await region()
  const link = await picture.findByRole('link', { name: /OPI-7, P1, outage, Aug 20, 2026, 10:30 UTC/ })
  expect(link.getAttribute('href')).toBe('/details/OPI-7')
  await userEvent.click(
    picture.getByRole('button', { name: 'Incidents that began here: 2, the worst: outage' }),
  )
  const name = /OPI-9, P1, partial performance, internal/
  const item = await screen.findByRole('menuitem', { name, hidden: true })
  expect(item.getAttribute('href')).toBe('/details/OPI-9')
})

test('moves the handles by keys, narrows by Enter, and offers a button back', async () => {
  const { sent } = await openChanges(timeline(), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  const first = picture.getByRole('slider', { name: 'Start of the part to look at' })
  first.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(plain(first.getAttribute('aria-valuetext'))).toBe('Aug 20, 2026, 12:00 – 14:00 UTC: changes 1,234')
  const last = picture.getByRole('slider', { name: 'End of the part to look at' })
  last.focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(last.getAttribute('aria-valuenow')).toBe('2')
  expect(getRequests(sent)).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(getRequests(sent)).toHaveLength(2))
  expect(getRequests(sent)[1]).toMatchObject({
    date_range_start: '2026-08-20 12:00:00',
    date_range_end: '2026-08-20 13:00:00',
  })
  expect(addressNow().searchParams.get('date_range_start')).toBe(String(second('12:00')))
  const range = 'Time range: Aug 20, 2026, 12:00 UTC – Aug 20, 2026, 13:00 UTC'
  expect(screen.getByRole('button', { name: range })).toBeTruthy()
  await userEvent.click(picture.getByRole('button', { name: 'Back to the former range' }))
  await waitFor(() => expect(getRequests(sent)[2]?.date_range_start).toBe('2026-08-20 10:00:00'))
  expect(picture.queryByRole('button', { name: 'Back to the former range' })).toBeNull()
})

test('clears the selection on Escape', async () => {
  await openChanges(timeline(), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  const last = picture.getByRole('slider', { name: 'End of the part to look at' })
  last.focus()
  await userEvent.keyboard('{Home}')
  expect(picture.getByRole('button', { name: 'Narrow to this part' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(picture.queryByRole('button', { name: 'Narrow to this part' })).toBeNull()
  expect(last.getAttribute('aria-valuenow')).toBe('3')
})

test('keeps unapplied edits when the range is narrowed', async () => {
  await openChanges(timeline(), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  await userEvent.click(screen.getByRole('button', { name: 'Keyword' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Keyword' }), 'half')
  await userEvent.keyboard('{Escape}')
  picture.getByRole('slider', { name: 'Start of the part to look at' }).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(addressNow().searchParams.get('date_range_start')).toBe(String(second('11:00'))))
  expect(screen.getByRole('button', { name: 'Keyword: half' })).toBeTruthy()
})

test('doubles the range on zooming out', async () => {
  const { sent } = await openChanges(timeline(), RANGE)
  await userEvent.click((await region()).getByRole('button', { name: 'Zoom out' }))
  await waitFor(() =>
    expect(getRequests(sent)[1]).toMatchObject({
      date_range_start: '2026-08-20 08:00:00',
      date_range_end: '2026-08-20 16:00:00',
    }),
  )
})

test('disables zooming out at the widest range and says so', async () => {
  const { sent } = await openChanges(
    {
      'POST /api/search_changes/timeline/': {
        bucket_seconds: 366 * 86_400,
        buckets: [],
        incidents: [],
        has_more_incidents: false,
        incident_count: 0,
      },
    },
    `/changes?absolute_selected=true&date_range_start=${Date.UTC(1999, 0) / 1000}&date_range_end=${Date.UTC(2999, 0) / 1000}`,
  )
  const zoomOut = (await region()).getByRole('button', { name: 'Zoom out' })
  await waitFor(() => expect(getRequests(sent)).toHaveLength(1))
  expect(zoomOut.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(zoomOut)
  expect(await screen.findByText(/from the year 2000 to the end of next year/)).toBeTruthy()
  expect(getRequests(sent)).toHaveLength(1)
  expect(document.activeElement).toBe(zoomOut)
})

test('keeps the focus in the timeline when a focused button disappears', async () => {
  await openChanges(timeline(), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  picture.getByRole('slider', { name: 'Start of the part to look at' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  const press = async (name: string) => {
    const button = await picture.findByRole('button', { name })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(button.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Changes over time' }))
  }
  await press('Narrow to this part')
  await press('Back to the former range')
})

test('shows the timeline as a table', async () => {
  await openChanges(timeline(incident('OPI-7', '11:30')), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  await userEvent.click(picture.getByRole('button', { name: 'Show as table' }))
  const rows = within(picture.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => plain(row.textContent))).toEqual([
    'Aug 20, 2026, 10:00 – 11:00 UTC2',
    'Aug 20, 2026, 11:00 – 12:00 UTC0OPI-7, P1, outage, Aug 20, 2026, 11:30 UTC',
    'Aug 20, 2026, 12:00 – 13:00 UTC1,234',
  ])
})

test('describes the bar under the pointer', async () => {
  await openChanges(timeline(), RANGE)
  const picture = await region()
  await picture.findByText(/Changes: 1,236/)
  const plot = picture.getByRole('img').parentElement as HTMLElement
  plot.getBoundingClientRect = () => new DOMRect(0, 0, 400, 100)
  fireEvent.pointerMove(plot, { clientX: 250 })
  expect(await picture.findByText(/12:00\s–\s13:00 UTC: changes 1,234/)).toBeTruthy()
})

test('asks for a narrower range when there are too many changes to count, and still shows the results', async () => {
  await openChanges({ 'POST /api/search_changes/timeline/': new Refused(504, 'too long') })
  expect(await screen.findByText('Too many to count: narrow the range')).toBeTruthy()
  expect(await screen.findByText('Summary 1')).toBeTruthy()
})

test('shows the reason of a failure and draws the timeline after a retry', async () => {
  let isBroken = true
  await openChanges(
    {
      'POST /api/search_changes/timeline/': () =>
        isBroken ? new Refused(400, 'no ink') : timeline()['POST /api/search_changes/timeline/'],
    },
    RANGE,
  )
  const picture = await region()
  expect((await picture.findByRole('alert')).textContent).toContain('no ink')
  isBroken = false
  await userEvent.click(picture.getByRole('button', { name: 'Try again' }))
  expect(await picture.findByText(/Changes: 1,236/)).toBeTruthy()
})
