import type { SecurityIncident } from '@aviary/contract/security/schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction, exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SecurityIncidentsPage } from './SecurityIncidentsPage.tsx'

const incident = (sec_id: number, changes: Partial<SecurityIncident> = {}): SecurityIncident => ({
  sec_id,
  title: `Leak ${sec_id}`,
  description: 'In a public place',
  status: 'Open',
  start_date: '2026-08-20T14:43:00.000Z',
  end_date: null,
  version: 1,
  ...changes,
})
const OLD = incident(1, { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-01-02T00:00:00.000Z' })
const NEW = incident(2)

const person = (is_admin: boolean, allowed_actions: string[] = [], pages: string[] = []) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: pages },
    authorization: { is_admin, role_ids: [], allowed_actions },
  },
})

const open = (changed: Answers = {}) =>
  renderPage(<SecurityIncidentsPage />, {
    'POST /api/get_user_id/': person(true),
    'GET /api/sec/incidents/': { incidents: [OLD, NEW] },
    ...changed,
  })

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
// The list of suggestions has the label of its field.
const field = (name: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' })
const type = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } })
const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const bodyOf = (sent: { method: string; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.body !== undefined)?.body

async function fillIn() {
  await press('Create Security Incident')
  await type(/^Title/, 'Leaked key')
  await type(/^Status/, 'Open')
  await type(/^Description/, 'In a public place')
  await type(/^Start date/, '2026-08-20T07:43')
}

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

describe('the list', () => {
  test('shows the newest start first, in Pacific time, with links to the related pages', async () => {
    await open()
    await screen.findByRole('row', { name: /Leak 2/ })
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['2', '1'])
    expect(exactTimesIn(rows[0])).toContain('Aug 20, 2026, 07:43 PDT · Aug 20, 2026, 14:43 UTC')
    expect(screen.getByRole('link', { name: 'Manage Comms: 2 Leak 2' }).getAttribute('href')).toBe('/comms/2')
    expect(screen.getByRole('link', { name: 'Manage Emails' }).getAttribute('href')).toBe(
      '/manage_security_users',
    )
    expect(screen.getByRole('link', { name: 'Mail Merge Template Upload' }).getAttribute('href')).toMatch(
      /^\/mass_import\/?$/,
    )
  })

  test('shows a link only with its action and its restricted page', async () => {
    await open({
      'POST /api/get_user_id/': person(
        false,
        ['view_security_incidents', 'view_comms', 'view_mass_import', 'view_manage_security_users'],
        ['Security Incidents', 'Mail Merge'],
      ),
    })
    await screen.findByRole('row', { name: /Leak 2/ })
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Mail Merge Template Upload',
    ])
  })

  test('says No Data and the next step if it is empty', async () => {
    await open({ 'GET /api/sec/incidents/': { incidents: [] } })
    await screen.findByText('No Data')
    await screen.findByText('Create the first one with the button above.')
  })

  test('reports a failed load with its reason and a way to try again', async () => {
    let tries = 0
    await open({
      'GET /api/sec/incidents/': () => {
        tries += 1
        return tries === 1 ? new Refused(500, 'The database is away') : { incidents: [NEW] }
      },
    })
    await screen.findByText('The database is away')
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'Unable to get security incidents', reason: 'The database is away' },
    ])
    await press('Try again')
    await screen.findByRole('row', { name: /Leak 2/ })
  })
})

describe('a create', () => {
  test('marks each empty required field once it lost the focus', async () => {
    await open()
    await press('Create Security Incident')
    for (const name of ['Title', 'Status', 'Description', 'Start date']) {
      const input = await field(new RegExp(`^${name}`))
      fireEvent.change(input, { target: { value: '' } })
      expect(input.getAttribute('aria-invalid')).not.toBe('true')
      fireEvent.blur(input)
      await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
      screen.getAllByText(`${name} is required`)
    }
    expect(submit('Create').disabled).toBe(true)
  })

  test('starts now, and offers statuses beside any other', async () => {
    const { sent } = await open({ 'POST /api/sec/incidents/': { sec_id: 3, incident: incident(3) } })
    const before = Date.now()
    await press('Create Security Incident')
    await type(/^Title/, 'Leaked key')
    await type(/^Description/, 'In a public place')
    expect((await field(/^End date/)).value).toBe('')
    const status = await field(/^Status/)
    await userEvent.click(status)
    const offered = () =>
      screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(offered()).toEqual(['Open', 'Investigation', 'In Progress', 'Resolved', 'Closed']),
    )
    await userEvent.type(status, 'in pro')
    expect(offered()).toEqual(['In Progress'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(status.value).toBe('In Progress')
    await type(/^Status/, 'With the lawyers')
    await press('Create')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security Incident created successfully!' }]),
    )
    expect(bodyOf(sent, 'POST')).toMatchObject({ status: 'With the lawyers' })
    const { start_date_utc: start } = bodyOf(sent, 'POST') as { start_date_utc: string }
    expect(Date.parse(start)).toBeGreaterThan(before - 60_000)
    expect(Date.parse(start)).toBeLessThanOrEqual(Date.now())
  })

  test('sends its times in Pacific time and in UTC', async () => {
    const { sent } = await open({ 'POST /api/sec/incidents/': { sec_id: 3, incident: incident(3) } })
    await fillIn()
    await press('Create')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security Incident created successfully!' }]),
    )
    expect(bodyOf(sent, 'POST')).toMatchObject({
      title: 'Leaked key',
      start_date: '2026-08-20T07:43:00-0700',
      start_date_utc: '2026-08-20T14:43:00Z',
      end_date: null,
      end_date_utc: null,
      audit_log_data: { application_name: 'Aviary', user_email: 'ada@acme.example' },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    [new Refused(504, 'Gateway timeout'), 'Security Incident Not Created!'],
    [new Refused(502, 'A proxy said 504'), 'Security Incident Not Created!'],
    [
      new Refused(400, 'body.title: too long'),
      'There was an issue creating the Security Incident. Please try again.',
    ],
  ])(
    'that fails with %j keeps the values, and sends the same idempotency key again',
    async (refused, message) => {
      const keys: (string | undefined)[] = []
      await open({ 'POST /api/sec/incidents/': refused })
      const inner = globalThis.fetch
      vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
        const headers = init.headers as Record<string, string> | undefined
        if (init.method === 'POST' && address.includes('/sec/')) keys.push(headers?.['idempotency-key'])
        return inner(address, init)
      })
      await fillIn()
      await press('Create')
      await waitFor(() =>
        expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: refused.detail }]),
      )
      await press('Create')
      await waitFor(() => expect(readToasts()).toMatchObject([{ count: 2 }]))
      expect(keys).toHaveLength(2)
      expect(keys[0]).toBe(keys[1])
      expect((await field(/^Title/)).value).toBe('Leaked key')
    },
  )
})

describe('an edit', () => {
  test('without a status sends none', async () => {
    const { sent } = await open({ 'PUT /api/sec/incidents/': { sec_id: 2, incident: NEW } })
    await chooseAction('Edit', '2 Leak 2')
    await screen.findByText('Must Modify A Value')
    await type(/^Status/, '')
    await press('Save changes')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security Incident edited successfully!' }]),
    )
    expect(bodyOf(sent, 'PUT')).toMatchObject({ sec_id: 2, version: 1 })
    expect(bodyOf(sent, 'PUT')).not.toHaveProperty('status')
  })

  test('that comes second shows the first edit, and Keep mine keeps its other fields', async () => {
    const theirs = { ...NEW, title: 'Leak of theirs', version: 2 }
    let [incidents, current] = [[OLD, NEW], NEW]
    const { sent } = await open({
      'GET /api/sec/incidents/': () => ({ incidents }),
      'PUT /api/sec/incidents/': ({ body }: { body: unknown }) =>
        (body as { version: number }).version === current.version
          ? { sec_id: 2, incident: current }
          : new Refused(409, 'Somebody changed this meanwhile', current),
    })
    await chooseAction('Edit', '2 Leak 2')
    await type(/^Description/, 'Mine')
    current = theirs
    incidents = [OLD, theirs]
    await press('Save changes')
    await screen.findByText('Somebody changed this meanwhile.')
    await screen.findByRole('row', { name: 'Title Leak of theirs —' })
    expect(readToasts()).toMatchObject([{ message: 'Unable to update security incidents state' }])
    await press('Keep mine')
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({ title: 'Leak of theirs', description: 'Mine', version: 2 }),
    )
  })

  test('of a deleted incident cannot be saved', async () => {
    let incidents = [OLD, NEW]
    await open({
      'GET /api/sec/incidents/': () => ({ incidents }),
      'PUT /api/sec/incidents/': new Refused(404, 'There is no security incident 2'),
    })
    await chooseAction('Edit', '2 Leak 2')
    await type(/^Description/, 'Mine')
    incidents = [OLD]
    await press('Save changes')
    await screen.findByText(/^This has been deleted meanwhile/)
    expect(submit('Save changes').disabled).toBe(true)
  })

  test('opens again after a reload', async () => {
    await open()
    await chooseAction('Edit', '1 Leak 1')
    await type(/^Title/, 'Half a thought')
    document.body.innerHTML = ''
    await open()
    expect((await field(/^Title/)).value).toBe('Half a thought')
    screen.getByRole('dialog', { name: 'Edit Security Incident' })
  })
})

test('asks before a deletion, and reports why it was refused', async () => {
  const { sent } = await open({
    'DELETE /api/sec/incidents/delete/': new Refused(
      409,
      'Security incident 2 still has comms (1). Delete them first',
    ),
  })
  await chooseAction('Delete', '2 Leak 2')
  await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
  expect(bodyOf(sent, 'DELETE')).toBeUndefined()
  await press('Delete')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      {
        message: 'There was an issue deleting the Security Incident. Please try again.',
        reason: 'Security incident 2 still has comms (1). Delete them first',
      },
    ]),
  )
  expect(bodyOf(sent, 'DELETE')).toMatchObject({ sec_id: 2 })
})

test('a form that was opened while its list was loading returns the focus to its button', async () => {
  const list = Promise.withResolvers<object>()
  await open({ 'GET /api/sec/incidents/': () => list.promise })
  await press('Create Security Incident')
  await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy())
  list.resolve({ incidents: [NEW] })
  await field(/^Title/)
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement === submit('Create Security Incident')).toBe(true)
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('All security incidents', 'Description', open)
})
