import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { FollowUps, useHasFollowUps } from './FollowUps.tsx'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'
const ADDRESS = '/api/follow_ups/'
const POST = `POST ${ADDRESS}`
const PUT = `PUT ${ADDRESS}`
const DELETE = `DELETE ${ADDRESS}`

const open: FollowUp = {
  ...{ follow_up_id: 1, jira_id: 'OPI-7', title: 'Replace the disk', owner: ADA, due_date: '2020-02-03' },
  ...{ state: 'OPEN', created_by: INES, created_date: '2020-01-20T12:00:00.000Z', closed_date: null },
  ...{ priority_type: 'P1', is_internal: 'N', tracker: null, tracker_fault: null, version: 3 },
}
const done: FollowUp = {
  ...{ ...open, follow_up_id: 2, title: 'Tell the vendor', owner: null, due_date: null, state: 'DONE' },
  ...{ closed_date: '2020-01-21T12:00:00.000Z', version: 5 },
}

const person = (allowed_actions: string[], email = INES) => ({
  data: {
    ...{ email, preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})

/** The panel as the page of an incident has it. */
function Panel({ rows, isInternal }: { rows: FollowUp[]; isInternal: 'Y' | 'N' }) {
  const incident = {
    jiraId: 'OPI-7',
    priorityType: 'P1' as const,
    isInternal,
    follow_ups: rows.map((row) => ({ ...row, is_internal: isInternal })),
  }
  const hasFollowUps = useHasFollowUps()(incident)
  return (
    <>
      <h1>OPI-7</h1>
      {hasFollowUps && <FollowUps incident={incident} id="follow-ups" />}
    </>
  )
}

type Options = Answers & { actions?: string[]; email?: string; isInternal?: 'Y' | 'N' }

const show = (
  rows: FollowUp[],
  { actions = ['create_p1_message'], email, isInternal = 'N', ...answers }: Options = {},
) =>
  renderPage(
    <Panel rows={rows} isInternal={isInternal} />,
    {
      'POST /api/get_user_id/': person(actions, email),
      'GET /api/incidents/roles/people/': { people: [{ email: ADA }, { email: INES }] },
      ...answers,
    },
    '/details/OPI-7',
  )

type Sent = Awaited<ReturnType<typeof show>>['sent']
const bodies = (sent: Sent, method: string) =>
  sent
    .filter(({ url, ...call }) => call.method === method && url.pathname === ADDRESS)
    .map(({ body }) => body)
const toasts = () => readToasts().map(({ message }) => message)
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement
const save = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: /^(Create|Save changes)$/ }))
const findTitle = (dialog: HTMLElement) =>
  within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: /What is to be done/ })

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('lists what is to be done by whom and when, what is overdue, and what is done, without a request', async () => {
  const { sent } = await show([open, done])
  expect((await rowOf('Replace the disk')).textContent).toContain(`${ADA}Feb 3, 2020Overdue`)
  const closed = await rowOf('Tell the vendor')
  expect(within(closed).getByText('Done')).toBeTruthy()
  expect(within(closed).getByText('nobody')).toBeTruthy()
  expect(closed.textContent).not.toContain('Overdue')
  expect(sent.filter(({ url }) => url.pathname !== '/api/get_user_id/')).toEqual([])
})

test('what is due today or later is not overdue', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await show([{ ...open, due_date: today }])
  expect((await rowOf('Replace the disk')).textContent).not.toContain('Overdue')
})

test('adds one with an owner who is found, and a day', async () => {
  const { sent } = await show([], { [POST]: { follow_up: open } })
  await screen.findByText('No follow-ups yet')
  await press('Add a follow-up')
  const dialog = await screen.findByRole('dialog', { name: 'Add a follow-up' })
  const title = await findTitle(dialog)
  expect(within(dialog).getAllByText('Say what is to be done').length).toBeGreaterThan(0)
  await userEvent.type(title, ' Replace the disk ')
  await userEvent.type(within(dialog).getByRole('combobox', { name: 'Owner' }), 'ada')
  await userEvent.click(await screen.findByRole('option', { name: ADA, hidden: true }))
  await userEvent.type(within(dialog).getByLabelText('Due'), '2020-02-03')
  expect(within(dialog).queryByRole('combobox', { name: 'State' })).toBeNull()
  await save(dialog)
  await waitFor(() =>
    expect(bodies(sent, 'POST')).toMatchObject([
      { jira_id: 'OPI-7', title: 'Replace the disk', owner: ADA, due_date: '2020-02-03' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toasts()).toEqual(['Follow-up added'])
})

test('a refusal stands at the field, and what was typed stays', async () => {
  const refused = new Refused(400, 'owner: there is no account')
  refused.errors = [{ path: 'owner', message: 'there is no account' }]
  await show([], { [POST]: refused })
  await press('Add a follow-up')
  const dialog = await screen.findByRole('dialog')
  const title = await findTitle(dialog)
  await userEvent.type(title, 'Replace the disk')
  await save(dialog)
  expect(await within(dialog).findByText('there is no account')).toBeTruthy()
  expect(title.value).toBe('Replace the disk')
  expect(toasts()).toEqual(['The follow-up could not be added'])
})

test('edits one, also its state and its owner', async () => {
  const { sent } = await show([open, done], { [PUT]: { follow_up: { ...open, version: 4 } } })
  await chooseAction('Edit', 'Replace the disk')
  const dialog = await screen.findByRole('dialog', { name: 'Edit follow-up' })
  await userEvent.type(await findTitle(dialog), ' of db-7')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave it to nobody', hidden: true }))
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'State' }), 'Dropped')
  await save(dialog)
  await waitFor(() =>
    expect(bodies(sent, 'PUT')).toMatchObject([
      {
        ...{ follow_up_id: 1, title: 'Replace the disk of db-7', owner: null },
        ...{ due_date: '2020-02-03', state: 'DROPPED', version: 3 },
      },
    ]),
  )
})

test('whoever replaces the owner by keyboard gets the one who is found', async () => {
  const { sent } = await show([open], { [PUT]: { follow_up: { ...open, version: 4 } } })
  await chooseAction('Edit', 'Replace the disk')
  const dialog = await screen.findByRole('dialog')
  const owner = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Owner' })
  await userEvent.clear(owner)
  await userEvent.type(owner, 'ines')
  await screen.findByRole('option', { name: INES, hidden: true })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(owner.value).toBe(INES))
  await save(dialog)
  await waitFor(() => expect(bodies(sent, 'PUT')).toMatchObject([{ owner: INES, state: 'OPEN' }]))
})

test('when somebody was faster, what was typed stays, and one chooses', async () => {
  const theirs = { ...open, title: 'Replace both disks', version: 4 }
  const answers = [new Refused(409, 'Somebody changed this meanwhile', theirs), { follow_up: theirs }]
  const { sent } = await show([open], { [PUT]: () => answers.shift() })
  await chooseAction('Edit', 'Replace the disk')
  const dialog = await screen.findByRole('dialog')
  const title = await findTitle(dialog)
  await userEvent.type(title, ' of db-7')
  await save(dialog)
  await within(dialog).findByText('Somebody changed this meanwhile.')
  expect(title.value).toBe('Replace the disk of db-7')
  expect(within(dialog).getByText('Replace both disks')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await save(dialog)
  await waitFor(() =>
    expect(bodies(sent, 'PUT')[1]).toMatchObject({ title: 'Replace the disk of db-7', version: 4 }),
  )
})

test('a form that was open is open again after a reload, with what was typed', async () => {
  await show([open])
  await press('Add a follow-up')
  await userEvent.type(await findTitle(await screen.findByRole('dialog')), 'Draft')
  cleanup()
  await show([open])
  const dialog = await screen.findByRole('dialog', { name: 'Add a follow-up' })
  expect((await findTitle(dialog)).value).toBe('Draft')
})

test('one is marked as done, and opened again', async () => {
  const { sent } = await show([open, done], {
    [PUT]: ({ body }: { body: unknown }) => ({ follow_up: { ...open, ...(body as FollowUp) } }),
  })
  await chooseAction('Mark as done', 'Replace the disk')
  await waitFor(() =>
    expect(bodies(sent, 'PUT')).toMatchObject([
      { follow_up_id: 1, title: 'Replace the disk', owner: ADA, state: 'DONE', version: 3 },
    ]),
  )
  await waitFor(() => expect(toasts()).toContain('Marked as done'))
  await chooseAction('Reopen', 'Tell the vendor')
  await waitFor(() =>
    expect(bodies(sent, 'PUT')[1]).toMatchObject({ follow_up_id: 2, state: 'OPEN', version: 5 }),
  )
  await waitFor(() => expect(toasts()).toContain('Reopened'))
})

test('one is deleted after a question', async () => {
  const { sent } = await show([open], { [DELETE]: { follow_up_id: 1 } })
  await chooseAction('Delete', 'Replace the disk')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/^Delete only what was added by mistake/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bodies(sent, 'DELETE')).toMatchObject([{ follow_up_id: 1, version: 3 }]))
  await waitFor(() => expect(toasts()).toEqual(['Follow-up deleted']))
})

test('the key of its issue leads to the tracker', async () => {
  const tracker = { key: 'OPS-12', url: 'https://jira.example/browse/OPS-12' }
  await show([open, { ...done, tracker }])
  const row = await rowOf('Tell the vendor')
  const link = within(row).getByRole('link', { name: 'OPS-12 (opens a new tab)' })
  expect(link.getAttribute('href')).toBe(tracker.url)
  expect(within(await rowOf('Replace the disk')).queryByRole('link')).toBeNull()
})

test('its owner changes its state without any right, and nothing else', async () => {
  const { sent } = await show([open, done], {
    ...{ actions: [], email: 'Ada.Admin@acme.example' },
    [PUT]: { follow_up: { ...open, state: 'DONE' } },
  })
  expect(await actionsOf('Replace the disk')).toEqual(['Mark as done'])
  expect(screen.queryByRole('button', { name: 'Actions: Tell the vendor' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a follow-up' })).toBeNull()
  await chooseAction('Mark as done', 'Replace the disk')
  await waitFor(() => expect(bodies(sent, 'PUT')).toMatchObject([{ state: 'DONE', owner: ADA }]))
})

test.each([
  ['without any right', { actions: [] }],
  ['with the right for another priority', { actions: ['create_p2_message'] }],
  ['without the right to internal incidents', { isInternal: 'Y' as const }],
])('who reads %s changes nothing, and sees no empty panel', async (_, options) => {
  await show([open], options)
  await rowOf('Replace the disk')
  expect(screen.queryAllByRole('button')).toEqual([])
  cleanup()
  await show([], options)
  await screen.findByRole('heading', { name: 'OPI-7' })
  expect(screen.queryByRole('region', { name: 'Follow-ups' })).toBeNull()
})
