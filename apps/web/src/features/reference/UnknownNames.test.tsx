import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { actionsOf, chooseAction, exactTimesIn, openRowMenu } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { UnknownNames } from './UnknownNames.tsx'

const row = (name: string, changes: Partial<UnknownNameRow> = {}): UnknownNameRow => ({
  ...{ source: 'jira', kind: 'service', name, records: 3, last_caller: 'tracker', is_ignored: 'N' },
  ...{ first_date: '2026-08-20T14:43:00.000Z', last_date: '2026-08-21T14:43:00.000Z', retired_key: null },
  ...changes,
})
const ADA = {
  data: {
    ...{ email: 'ada@acme.example', preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}
const TRAVEL = {
  ...{ kind: 'service', key: 'Travel', name: 'Travel', version: 1, is_retired: 'N', is_used: 'N' },
  ...{ aliases: [], former_names: [] },
}
const open = (names: UnknownNameRow[], answers: Answers = {}) =>
  renderPage(<UnknownNames />, {
    'POST /api/get_user_id/': ADA,
    'GET /api/reference/unknown_names/': { names },
    'GET /api/reference/records/': { records: [TRAVEL] },
    ...answers,
  })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const bodyOf = (sent: Sent[], path: string) =>
  sent.findLast(({ method, url }) => method !== 'GET' && url.pathname === path)?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('says why the list could not be loaded', async () => {
  await open([], { 'GET /api/reference/unknown_names/': new Refused(500, 'The database is away') })
  await screen.findByText('The database is away')
})

test('lists each name with its source, its count and its last time, the latest first', async () => {
  await open([
    row('Trips'),
    row('Fares', { source: 'alertmanager', records: 1204, last_date: '2026-08-22T09:05:00.000Z' }),
  ])
  await screen.findByRole('row', { name: /Fares/ })
  const [latest, earlier] = screen.getAllByRole('row').slice(1)
  for (const text of ['Service', 'alertmanager', '1,204'])
    expect(within(latest as HTMLElement).getByText(text)).toBeTruthy()
  expect(exactTimesIn(latest)[1]).toMatch(/22.*09:05 UTC/)
  expect(within(earlier as HTMLElement).getByText('jira')).toBeTruthy()
})

test('a name becomes a service whose form is filled, and keeps the word of the senders', async () => {
  const { sent } = await open([row('Payrol')], {
    'POST /api/reference/records/': { record: { ...TRAVEL, key: 'Payroll', name: 'Payroll' } },
  })
  await chooseAction('Add as service', 'Payrol')
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/)
  expect(name.value).toBe('Payrol')
  fireEvent.change(name, { target: { value: 'Payroll' } })
  await press('Create')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Created' }]))
  expect(bodyOf(sent, '/api/reference/records/')).toMatchObject({
    record: { kind: 'service', name: 'Payroll', aliases: ['payrol'] },
  })
})

test('ignored names are hidden until they are asked for', async () => {
  const { sent } = await open([row('Fax', { is_ignored: 'Y' }), row('Trips')], {
    'PUT /api/reference/unknown_names/ignore/': ({ body }: { body: { name: string } }) => ({
      name: row(body.name),
    }),
  })
  await screen.findByRole('row', { name: /Trips/ })
  expect(screen.queryByRole('row', { name: /Fax/ })).toBeNull()
  await userEvent.click(screen.getByLabelText('Also show ignored names (1)'))
  await screen.findByRole('row', { name: /Fax \(ignored\)/ })
  await chooseAction('Show again', 'Fax')
  await waitFor(() =>
    expect(bodyOf(sent, '/api/reference/unknown_names/ignore/')).toMatchObject({
      ...{ source: 'jira', kind: 'service', name: 'Fax', is_ignored: 'N' },
    }),
  )
})

test('the name of a retired record leads to it instead of to a new one', async () => {
  await open([row('Fax', { retired_key: 'Fax' })])
  const link = await screen.findByRole('link', { name: 'retired: bring back' })
  expect(link.getAttribute('href')).toBe('/administration/reference/service')
  const [add] = await openRowMenu('Fax')
  expect(add?.getAttribute('aria-disabled')).toBe('true')
  expect(add?.textContent).toBe('Add as serviceA retired one has this name; bring that one back')
})

test('a severity can only become an alias', async () => {
  await open([row('Awful', { kind: 'severity' })])
  expect(await actionsOf('Awful')).toEqual(['Alias of…', 'Ignore'])
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Unknown names', 'Source', () => open([row('Trips')]))
})
