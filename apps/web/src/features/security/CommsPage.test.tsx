import type { Comm } from '@aviary/contract/security/schemas'
import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { CommsPage } from './CommsPage.tsx'
import { typeIn } from './comm-type.ts'

const TYPES = [
  { id: 4, display_name: 'Initial Notification', internal_name: 'initial' },
  { id: 5, display_name: 'Update', internal_name: 'update' },
]
const comm = (sec_comm_id: number, changes: Partial<Comm> = {}): Comm => ({
  sec_comm_id,
  sec_id: 7,
  comm_type: 5,
  description: `To all ${sec_comm_id}`,
  status: 'Draft',
  created_date: `2026-08-0${sec_comm_id}T10:00:00.000Z`,
  is_hidden: 'N',
  version: 1,
  ...changes,
})
const INCIDENT = {
  sec_id: 7,
  title: 'Leaked key',
  description: 'A key',
  status: 'Open',
  start_date: '2026-08-20T10:00:00.000Z',
  end_date: null,
  version: 1,
}
const person = {
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}
const Where = () => <p>at {useLocation().pathname}</p>

// The test router has a route `/details/$id`, which provides the page's id.
const open = (changed: Answers = {}, at = '/details/7') =>
  renderPage(
    <>
      <CommsPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': person,
      'GET /api/sec/comms/': { comms: [comm(1), comm(2, { is_hidden: 'Y' })] },
      'GET /api/sec/comm_types/': { comm_types: TYPES },
      'GET /api/sec/incidents/': { incidents: [INCIDENT] },
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const bodyOf = (sent: { method: string; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.body !== undefined)?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('lists the comms of an incident newest first, with the names of their types', async () => {
  const { sent } = await open()
  await screen.findByRole('heading', { level: 1, name: 'Comms for 7' })
  await screen.findByText('Leaked key')
  expect(await screen.findAllByText('Update')).toHaveLength(2)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['2', '1'])
  within(rows[0] as HTMLElement).getByText('(hidden)')
  expect(screen.getByRole('link', { name: 'Manage Emails: 2' }).getAttribute('href')).toBe('/emails/2')
  expect(sent.find(({ url }) => url.pathname === '/api/sec/comms/')?.url.searchParams.get('sec_id')).toBe('7')
})

test.each(['x', '0', '1.5', '99999999999'])('leads from the malformed id %s to not-found', async (id) => {
  await open({}, `/details/${id}`)
  await screen.findByText('at /not-found')
})

test('reports what could not be loaded, and shows the number of a comm type without its name', async () => {
  await open({ 'GET /api/sec/comm_types/': new Refused(500, 'Away') })
  await screen.findAllByText('5')
  expect(readToasts()).toMatchObject([{ kind: 'error', message: 'Unable to get comm types', reason: 'Away' }])
  closeAllToasts()
  document.body.innerHTML = ''
  await open({ 'GET /api/sec/comms/': new Refused(500, 'Away too') })
  await screen.findByText('Away too')
  expect(readToasts()).toMatchObject([{ kind: 'error', message: 'Unable to get comms', reason: 'Away too' }])
})

test('says that the incident does not exist, and offers no create', async () => {
  await open({ 'GET /api/sec/comms/': { comms: [], incident_exists: 'N' } })
  await screen.findByText(/^There is no security incident \d/)
  expect(screen.queryByRole('button', { name: 'Create Comm' })).toBeNull()
})

test('requires a status and a description for a create, and preselects the first type', async () => {
  const { sent } = await open({ 'POST /api/sec/comms/': { sec_comm_id: 3, comm: comm(3) } })
  await press('Create Comm')
  fireEvent.blur(await screen.findByLabelText(/^Status/))
  expect(screen.getAllByText('Status is required')).not.toHaveLength(0)
  await type(/^Status/, 'Draft')
  expect(screen.getByText('Description is required')).toBeDefined()
  await type(/^Description/, 'To all')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hidden' }))
  await press('Create')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Comm created successfully!' }]))
  expect(bodyOf(sent, 'POST')).toMatchObject({
    sec_id: 7,
    status: 'Draft',
    description: 'To all',
    comm_type: 4,
    is_hidden: 'Y',
  })
})

test('keeps a draft for its own incident only', async () => {
  await open()
  await press('Create Comm')
  await type(/^Status/, 'Of seven')
  document.body.innerHTML = ''
  await open({}, '/details/8')
  await screen.findByRole('row', { name: /To all 1/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [new Refused(504, 'Gateway timeout'), 'Comm Not Created!'],
  [new Refused(400, 'No'), 'There was an issue creating the Comm. Please try again.'],
])('reports a create that fails with %j', async (refused, message) => {
  await open({ 'POST /api/sec/comms/': refused })
  await press('Create Comm')
  await type(/^Status/, 'Draft')
  await type(/^Description/, 'To all')
  await press('Create')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: refused.detail }]),
  )
})

test('sends the comm type as a number in an edit, and the id in a deletion', async () => {
  const { sent } = await open({
    'PUT /api/sec/comms/': { sec_comm_id: 1, comm: comm(1) },
    'DELETE /api/sec/comms/delete/': { sec_comm_id: 1 },
  })
  await chooseAction('Edit', /1 /)
  await userEvent.selectOptions(await screen.findByLabelText(/^Comm Type/), 'Initial Notification')
  await press('Save changes')
  await waitFor(() => expect(bodyOf(sent, 'PUT')).toMatchObject({ sec_comm_id: 1, comm_type: 4, version: 1 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseAction('Delete', /1 /)
  await press('Delete')
  await waitFor(() => expect(bodyOf(sent, 'DELETE')).toMatchObject({ sec_comm_id: 1 }))
  await waitFor(() =>
    expect(readToasts()).toContainEqual(expect.objectContaining({ message: 'Comm deleted successfully!' })),
  )
})

test('replaces an unknown type with the first one, and with the default if there is none', () => {
  expect([typeIn(TYPES, 5), typeIn(TYPES, 9), typeIn(TYPES, null), typeIn([], 5)]).toEqual([5, 4, 4, 1])
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('All comms', 'Description', open)
})
