import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { Timeline } from './Timeline.tsx'

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('entries are shown in words, oldest first', async () => {
  const entries: TimelineEntry[] = [
    { kind: 'start', at: '2026-08-20T10:00:00.000Z' },
    {
      kind: 'status',
      at: '2026-08-20T10:01:00.000Z',
      service: 'Analysis/Intelligence',
      data_center: 'eu',
      status: 'OUTAGE',
    },
    { kind: 'message', at: '2026-08-20T10:02:00.000Z', title: 'Update', text: 'We look', by: 'ines' },
    {
      kind: 'broadcast',
      at: '2026-08-20T10:03:00.000Z',
      subject: '[OPI-7] Update',
      audience: 'INTERNAL',
      progress: { queued: 1, sent: 1200, deferred: 2, failed: 0, stopped: 0 },
      by: 'ines',
    },
  ]
  await renderPage(<Timeline jiraId="OPI-7" />, { 'GET /api/incidents/timeline/': { entries } })
  const part = await screen.findByRole('region', { name: 'Timeline' })
  await within(part).findByText('Analysis, EMEA: outage')
  expect(
    within(part)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('div')?.textContent),
  ).toEqual([
    'Incident started',
    'Analysis, EMEA: outage',
    'Message: Update (ines)We look',
    'Broadcast INTERNAL (ines)[OPI-7] Update · 1,200 sent, 3 waiting, 0 failed',
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download Markdown' }).disabled).toBe(false)
})

test('entries written by other systems are marked with their source', async () => {
  const entries = ['token:first', 'webhook:jira', 'cli:ada', 'demo', 'ada@acme.example'].map((by, index) => ({
    kind: 'message' as const,
    at: `2026-08-20T10:0${index}:00.000Z`,
    title: 'Update',
    text: '',
    by,
  }))
  await renderPage(<Timeline jiraId="OPI-7" />, { 'GET /api/incidents/timeline/': { entries } })
  await screen.findByText('Message: Update (Ingestion “first”)')
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
    'Message: Update (Ingestion “first”)',
    'Message: Update (Webhook “jira”)',
    'Message: Update (Import by ada)',
    'Message: Update (Demo data)',
    'Message: Update (ada@acme.example)',
  ])
})

test('a load failure shows the reason', async () => {
  await renderPage(<Timeline jiraId="OPI-7" />, {
    'GET /api/incidents/timeline/': new Refused(400, 'no time'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('no time')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for the timeline'))
})
