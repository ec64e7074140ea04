import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SimilarIncidents } from './SimilarIncidents.tsx'

const item = (jira_id: string, fields: object = {}) => ({
  jira_id,
  priority_type: 'P1',
  severity: 'OUTAGE',
  status: 'RESOLVED',
  is_internal: 'N',
  start_date: '2026-08-20T09:00:00.000Z',
  end_date: '2026-08-20T11:30:00.000Z',
  details: 'Nobody can pay',
  root_cause: null,
  shared: { cis: [], services: ['Expense'], data_centers: [], words: [] },
  ...fields,
})

const render = async (response: unknown) => {
  const { sent } = await renderPage(<SimilarIncidents jiraId="OPI-9" />, {
    'GET /api/similar_incidents/': response,
  })
  const getQueries = () =>
    sent.filter(({ url }) => url.pathname.includes('similar')).map(({ url }) => url.search)
  const button = await screen.findByRole('button', { name: 'Similar incidents' })
  const open = async () => {
    await userEvent.click(button)
    return screen.findByRole('region', { name: 'Similar incidents' })
  }
  return { getQueries, button, open }
}

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('asks for nothing until it is opened, and folds again', async () => {
  const { getQueries, button, open } = await render({ items: [item('OPI-7')] })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(getQueries()).toEqual([])
  const part = await open()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await within(part).findByRole('link', { name: 'OPI-7' })
  expect(getQueries()).toEqual(['?jira_id=OPI-9'])
  await userEvent.click(button)
  expect(within(part).queryByRole('listitem')).toBeNull()
})

test('shows a skeleton while it loads', async () => {
  let answer: (value: unknown) => void = () => undefined
  const { open } = await render(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const part = await open()
  await within(part).findByRole('status')
  await within(part).findByText('Looking for similar incidents')
  answer({ items: [] })
  await within(part).findByText('Nothing like this is known.')
  expect(within(part).queryByRole('status')).toBeNull()
})

test('shows the reason, when it began, how long it took, and the root cause', async () => {
  const shared = {
    cis: ['db-7'],
    services: ['Expense'],
    data_centers: ['eu', 'us2'],
    words: ['checkout', 'timeout'],
  }
  const root_cause = { message_id: 3, title: 'Root Cause Analysis' }
  const { open } = await render({ items: [item('OPI-7', { shared, root_cause, is_internal: 'Y' })] })
  const entry = within(await open())
  const text = (await entry.findByRole('listitem')).textContent
  await entry.findByText(
    'Same CI: db-7 · same service: Expense · words: checkout, timeout · same data centers: EMEA, us2',
  )
  expect(text).toContain('Lasted 2 hours, 30 minutes')
  expect(text).toContain('Nobody can pay')
  expect(text).toContain('P1')
  expect(text).toMatch(/ago/)
  expect(entry.getByText('internal')).toBeTruthy()
  expect(entry.getByRole('link', { name: 'OPI-7' }).getAttribute('href')).toBe('/details/OPI-7')
  expect(entry.getByRole('link', { name: 'Root cause OPI-7' }).getAttribute('href')).toBe(
    '/details/OPI-7?story=messages#story',
  )
})

test('begins the reason with a capital letter, and says what lasts or has no known end', async () => {
  const words = { cis: [], services: [], data_centers: [], words: ['checkout', 'timeout'] }
  const { open } = await render({
    items: [
      item('OPI-7', { status: 'ACTIVE', end_date: null }),
      item('OPI-8', { shared: words, end_date: null }),
    ],
  })
  const [first, second] = await within(await open()).findAllByRole('listitem')
  await within(first as HTMLElement).findByText('Same service: Expense')
  expect(first?.textContent).toContain('Ongoing')
  await within(second as HTMLElement).findByText('Words: checkout, timeout')
  expect(second?.textContent).not.toMatch(/Ongoing|Lasted|Root cause|internal/)
})

test('says that nothing is known', async () => {
  const { open } = await render({ items: [] })
  await within(await open()).findByText('Nothing like this is known.')
})

test('shows a failure in place and as a toast, and tries again', async () => {
  let tries = 0
  const { open } = await render(() => {
    tries += 1
    return tries === 1 ? new Refused(400, 'not today') : { items: [item('OPI-7')] }
  })
  const part = await open()
  await within(part).findByText('The similar incidents could not be loaded')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { message: 'Unable to look for similar incidents', reason: 'not today' },
    ]),
  )
  await userEvent.click(within(part).getByRole('button', { name: 'Try again' }))
  await within(part).findByRole('link', { name: 'OPI-7' })
})
