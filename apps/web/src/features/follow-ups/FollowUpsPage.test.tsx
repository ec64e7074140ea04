import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { useLocation } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { FollowUpsPage } from './FollowUpsPage.tsx'

const RITA = 'rita.reader@acme.example'
const ADA = 'ada.admin@acme.example'
const GET = 'GET /api/follow_ups/'
const PUT = 'PUT /api/follow_ups/'

const disk: FollowUp = {
  ...{ follow_up_id: 1, jira_id: 'OPI-7', title: 'Replace the disk', owner: ADA, due_date: '2020-02-03' },
  ...{ state: 'OPEN', created_by: ADA, created_date: '2020-01-20T12:00:00.000Z', closed_date: null },
  ...{ priority_type: 'P1', is_internal: 'N', tracker: null, tracker_fault: null, version: 3 },
}
const vendor: FollowUp = {
  ...{ ...disk, follow_up_id: 2, jira_id: 'OPI-8', title: 'Tell the vendor', owner: RITA, due_date: null },
  version: 5,
}
const closed: FollowUp = {
  ...{ ...disk, follow_up_id: 3, title: 'Write the review', state: 'DROPPED', version: 2 },
  closed_date: '2020-01-21T12:00:00.000Z',
}

const lists = ({ url }: { url: URL }) => ({
  follow_ups: url.searchParams.get('is_open') === 'true' ? [vendor, disk] : [closed],
  more_results: false,
})

const person = (allowed_actions: string[]) => ({
  data: {
    ...{ email: RITA, preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})

/** Shows the current address. */
const Where = () => <p data-testid="where">{useLocation().href}</p>

const open = (changed: Answers = {}, at = '/follow_ups') =>
  renderPage(
    <>
      <Where />
      <FollowUpsPage />
    </>,
    { [GET]: lists, ...changed },
    at,
  )

const titles = () =>
  screen.queryAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? [])
const where = () => screen.getByTestId('where').textContent
const bodies = (sent: Sent[]) => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('lists the open ones by due date, with their incidents, and what is overdue', async () => {
  await open()
  await screen.findByText('Replace the disk')
  await waitFor(() => expect(titles()).toEqual(['Replace the disk', 'Tell the vendor']))
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toContain(`OPI-7${ADA}Feb 3, 2020Overdue`)
  expect(screen.getByRole('link', { name: 'OPI-7' }).getAttribute('href')).toBe('/details/OPI-7#follow-ups')
  expect(screen.queryByRole('columnheader', { name: 'State' })).toBeNull()
  expect(screen.getByText('2 of 2 follow-ups')).toBeTruthy()
})

test('shows the closed ones with their state, and the address says so', async () => {
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Closed' }))
  const row = (await screen.findByText('Write the review')).closest('tr') as HTMLElement
  expect(within(row).getByText('Dropped')).toBeTruthy()
  expect(row.textContent).not.toContain('Overdue')
  await waitFor(() => expect(where()).toBe('/follow_ups?state=closed'))
  await userEvent.click(screen.getByRole('radio', { name: 'Open' }))
  await screen.findByText('Replace the disk')
  await waitFor(() => expect(where()).toBe('/follow_ups'))
})

test('the address opens the closed ones of oneself; the way back is one press', async () => {
  await open({}, '/follow_ups?state=closed&mine=1')
  await screen.findByText('None of them is yours')
  expect(screen.getByRole('button', { name: 'Mine 0' }).getAttribute('aria-pressed')).toBe('true')
  await press('Show all')
  await screen.findByText('Write the review')
  await waitFor(() => expect(where()).toBe('/follow_ups?state=closed'))
})

test('Mine shows one’s own, with their number', async () => {
  await open()
  await press('Mine 1')
  await waitFor(() => expect(titles()).toEqual(['Tell the vendor']))
  expect(where()).toBe('/follow_ups?mine=1')
})

test('the filter finds words, incidents and owners', async () => {
  await open()
  await screen.findByText('Replace the disk')
  const box = screen.getByRole('searchbox', { name: 'Filter follow-ups' })
  await userEvent.type(box, 'opi-8')
  await waitFor(() => expect(titles()).toEqual(['Tell the vendor']), { timeout: 3_000 })
  await userEvent.type(box, ' nothing')
  expect(await screen.findByText('No follow-up matches the filter', {}, { timeout: 3_000 })).toBeTruthy()
})

test('its owner marks one as done without any right; others’ rows offer nothing', async () => {
  const { sent } = await open({ [PUT]: { follow_up: { ...vendor, state: 'DONE' } } })
  await screen.findByText('Tell the vendor')
  expect(await actionsOf('Tell the vendor')).toEqual(['Mark as done'])
  expect(screen.queryByRole('button', { name: 'Actions: Replace the disk' })).toBeNull()
  await chooseAction('Mark as done', 'Tell the vendor')
  await waitFor(() =>
    expect(bodies(sent)).toMatchObject([{ follow_up_id: 2, owner: RITA, state: 'DONE', version: 5 }]),
  )
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Marked as done'))
})

test('who may post changes all; the server says no with its reason', async () => {
  const reason = 'You need the action create_p2_message'
  await open({ 'POST /api/get_user_id/': person(['create_p1_message']), [PUT]: new Refused(403, reason) })
  await screen.findByText('Replace the disk')
  expect(await actionsOf('Replace the disk')).toEqual(['Mark as done', 'Edit', 'Delete'])
  await chooseAction('Mark as done', 'Replace the disk')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({ message: 'The follow-up could not be changed', reason }),
  )
})

test('rows of incidents on which the person may not post offer nothing', async () => {
  const rows = [
    disk,
    { ...vendor, owner: ADA, priority_type: 'P2' as const },
    { ...disk, follow_up_id: 4, title: 'Talk to the team', is_internal: 'Y' as const },
  ]
  await open({
    'POST /api/get_user_id/': person(['create_p1_message']),
    [GET]: { follow_ups: rows, more_results: false },
  })
  await screen.findByText('Replace the disk')
  expect(await actionsOf('Replace the disk')).toEqual(['Mark as done', 'Edit', 'Delete'])
  for (const title of ['Tell the vendor', 'Talk to the team'])
    expect(screen.queryByRole('button', { name: `Actions: ${title}` })).toBeNull()
})

test('the key of an issue leads to the tracker; why there is none is told to those who may change it', async () => {
  const rows = [
    { ...disk, tracker: { key: 'OPS-12', url: 'https://jira.example/browse/OPS-12' } },
    { ...vendor, tracker_fault: 'Jira answered 400: <b>no</b>' },
    { ...vendor, follow_up_id: 4, is_internal: 'Y' as const, tracker_fault: 'Jira answered 401' },
  ]
  await open({
    'POST /api/get_user_id/': person(['create_p1_message']),
    [GET]: { follow_ups: rows, more_results: false },
  })
  const link = await screen.findByRole('link', { name: 'OPS-12 (opens a new tab)' })
  expect(link.getAttribute('href')).toBe('https://jira.example/browse/OPS-12')
  expect(screen.getByText('The tracker does not take it: Jira answered 400: <b>no</b>')).toBeTruthy()
  expect(screen.queryByText(/Jira answered 401/)).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter follow-ups' }), 'ops-12')
  await waitFor(() => expect(screen.queryAllByText('Tell the vendor')).toEqual([]), { timeout: 3_000 })
  expect(screen.getByText('Replace the disk')).toBeTruthy()
})

test('an edit goes on when somebody closes the follow-up meanwhile', async () => {
  let rows = [vendor, disk]
  const theirs: FollowUp = { ...disk, state: 'DONE', closed_date: '2020-01-22T12:00:00.000Z', version: 4 }
  const { client } = await open({
    'POST /api/get_user_id/': person(['create_p1_message']),
    'GET /api/incidents/roles/people/': { people: [{ email: ADA }] },
    [GET]: () => ({ follow_ups: rows, more_results: false }),
    [PUT]: new Refused(409, 'Somebody changed this meanwhile', theirs),
  })
  await chooseAction('Edit', 'Replace the disk')
  const dialog = await screen.findByRole('dialog', { name: 'Edit follow-up' })
  const title = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', {
    name: /What is to be done/,
  })
  await userEvent.type(title, ' of db-7')
  rows = [vendor]
  await client.invalidateQueries({ queryKey: ['incidents'] })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await within(dialog).findByText('Somebody changed this meanwhile.')
  expect(title.value).toBe('Replace the disk of db-7')
})

test('without any, says where they are added', async () => {
  await open({ [GET]: { follow_ups: [], more_results: false } })
  await screen.findByText('Nothing remains to be done')
  expect((await screen.findByRole('link', { name: 'Incident history' })).getAttribute('href')).toBe(
    '/history',
  )
})

test('without closed ones, leads back to the open ones', async () => {
  await open({ [GET]: { follow_ups: [], more_results: false } }, '/follow_ups?state=closed')
  await screen.findByText('Nothing has been done or dropped yet')
  await press('Show the open ones')
  await screen.findByText('Nothing remains to be done')
})

test('says so when there are more than are shown', async () => {
  await open({ [GET]: { follow_ups: [disk], more_results: true } })
  await screen.findByText('Only the first 1,000 are shown.')
})

test('a list that cannot be loaded says why, and is loaded on another try', async () => {
  const answers = [new Refused(400, 'no list')]
  await open({ [GET]: (request: { url: URL }) => answers.shift() ?? lists(request) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The follow-ups could not be loaded')
  expect(alert.textContent).toContain('no list')
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Replace the disk')
})
