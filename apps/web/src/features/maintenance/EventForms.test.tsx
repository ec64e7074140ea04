import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MAINTENANCE_FLAGS,
  maintenanceEvent,
  maintenanceWindow,
  operator,
} from '../../../testing/maintenance.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { MaintenanceEventsPage } from './MaintenanceEventsPage.tsx'

const EVENT = maintenanceEvent(7, { title: 'Upgrade', flag: 'freeze_window', jira_id: 'OPS-1' })

const open = (changed: Answers = {}, path = '/maintenance_event') =>
  renderPage(
    <MaintenanceEventsPage />,
    {
      'POST /api/get_user_id/': operator(
        'create_maintenance_event',
        'edit_maintenance_event',
        'create_maintenance_window',
        'edit_maintenance_window',
      ),
      'GET /api/v2/maintenance_event': { maintenance_events: [EVENT] },
      'GET /api/maintenance_event': { maintenance_windows: [maintenanceWindow(7, { title: 'Upgrade' })] },
      'GET /api/maintenance_flags/': MAINTENANCE_FLAGS,
      'GET /api/v2/maintenance_overlaps/': { overlaps: [] },
      ...changed,
    },
    path,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  // Any zone other than Pacific: the browser's time zone must not matter.
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-20T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const form = () => within(screen.getByRole('dialog'))
const field = (name: string) => form().getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = (name = 'Create maintenance event') => form().getByRole<HTMLButtonElement>('button', { name })
const openCreate = async (changed?: Answers, path?: string) => {
  const opened = await open(changed, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Create event' }))
  await form().findByRole('checkbox', { name: 'us2' })
  return opened
}
const sentTo = (sent: { method: string; url: URL; body: unknown }[], method: string, path: string) =>
  sent.filter((request) => request.method === method && request.url.pathname === path).map(({ body }) => body)

test('a create names what is missing, one at a time, and sends Pacific times', async () => {
  const { sent } = await openCreate({ 'POST /api/v2/maintenance_event': { maintenance_event: EVENT } })
  expect(submit().disabled).toBe(true)
  expect(submit().title).toBe('Enter a title')
  fill('Title', ' Upgrade of us2 ')
  expect(submit().title).toBe('Choose the start')
  fill('Start', '2026-07-01T10:00')
  expect(field('End').value).toBe('2026-07-01T13:00')
  expect(field('End').min).toBe('2026-07-01T10:00')
  expect(submit().title).toBe('Choose at least one data center')
  await userEvent.click(form().getByRole('checkbox', { name: 'EMEA' }))
  await userEvent.click(form().getByRole('checkbox', { name: 'us2' }))
  expect(submit().disabled).toBe(false)
  await userEvent.click(form().getByRole('radio', { name: 'External + Internal' }))
  await userEvent.selectOptions(form().getByRole('combobox', { name: 'Flag' }), 'Emergency')
  await userEvent.type(field('Jira ids'), 'OPS-1, ,OPS-2 ,')
  await userEvent.click(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'POST', '/api/v2/maintenance_event')).toEqual([
    {
      title: 'Upgrade of us2',
      is_internal: 'N',
      flag: 'emergency',
      jira_id: 'OPS-1, OPS-2',
      data_centers: ['us2', 'eu'],
      start_date: '2026-07-01T10:00:00-0700',
      end_date: '2026-07-01T13:00:00-0700',
      is_test: 'N',
      comm_src: 'Aviary',
      created_by: 'oleg.operator@acme.example',
      audit_log_data: {
        application_name: 'Aviary',
        user_email: 'oleg.operator@acme.example',
        action_name: 'Create Maintenance Event',
      },
    },
  ])
  expect(readToasts().map(({ message }) => message)).toEqual(['The maintenance event has been created'])
  // The list is refetched.
  await waitFor(() =>
    expect(
      sent.filter(({ url, method }) => method === 'GET' && url.pathname === '/api/v2/maintenance_event')
        .length,
    ).toBeGreaterThan(1),
  )
})

test('around both clock changes the offset is the one of that moment', async () => {
  const { sent } = await openCreate({ 'POST /api/v2/maintenance_event': { maintenance_event: EVENT } })
  fill('Title', 'Night')
  await userEvent.click(form().getByRole('button', { name: 'All' }))
  fill('Start', '2026-03-08T02:30')
  expect(form().getByText('This time does not exist in Pacific time: clocks go forward')).toBeTruthy()
  expect(submit().title).toBe('Choose the start')
  fill('Start', '2026-11-01T01:30')
  expect(submit().title).toBe('Choose the start')
  await userEvent.click(form().getByRole('radio', { name: 'first (PDT)' }))
  expect(field('End').value).toBe('2026-11-01T03:30')
  await userEvent.click(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'POST', '/api/v2/maintenance_event')[0]).toMatchObject({
    start_date: '2026-11-01T01:30:00-0700',
    end_date: '2026-11-01T03:30:00-0800',
    data_centers: ['us2', 'eu'],
    is_internal: 'Y',
    flag: null,
    jira_id: '',
  })
})

test('the end cannot be before the start, and moves along with a later start', async () => {
  await openCreate()
  fill('Title', 'Night')
  await userEvent.click(form().getByRole('checkbox', { name: 'us2' }))
  fill('Start', '2026-11-21T10:00')
  fill('End', '2026-11-21T09:59')
  expect(submit().title).toBe('The end cannot be before the start')
  expect(field('End').getAttribute('aria-invalid')).toBe('true')
  fill('End', '2026-11-21T11:00')
  expect(submit().disabled).toBe(false)
  fill('Start', '2026-11-21T12:00')
  expect(field('End').value).toBe('2026-11-21T12:00')
  await userEvent.click(form().getByRole('button', { name: 'None' }))
  expect(form().getByText('Issue with data centers')).toBeTruthy()
})

test('a failed create shows the reason and keeps the form, and a 504 counts as created', async () => {
  let status = 400
  await openCreate({
    'POST /api/v2/maintenance_event': () =>
      new Refused(status, status === 400 ? 'title: too long' : 'timed out'),
  })
  fill('Title', 'Upgrade')
  fill('Start', '2026-07-01T10:00')
  await userEvent.click(form().getByRole('button', { name: 'All' }))
  await userEvent.click(submit())
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      {
        message: 'There was an issue creating the maintenance event. Please try again.',
        reason: 'title: too long',
      },
    ]),
  )
  expect(field('Title').value).toBe('Upgrade')
  status = 504
  await userEvent.click(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readToasts().at(-1)?.message).toBe('The maintenance event has been created')
})

test('the form survives a reload, and closing asks first', async () => {
  sessionStorage.setItem(
    'aviary-draft-maintenance-event',
    JSON.stringify({ title: 'Half', start: { wall: '2026-11-01T01:30', offset: -480 } }),
  )
  await open()
  await screen.findByRole('dialog')
  expect(field('Title').value).toBe('Half')
  expect(form().getByRole<HTMLInputElement>('radio', { name: 'second (PST)' }).checked).toBe(true)
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }))
  expect(form().getByText('Discard what you typed?')).toBeTruthy()
  await userEvent.click(form().getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage.getItem('aviary-draft-maintenance-event')).toBeNull()
})

test('overlaps are listed with title, time and place, and do not block saving', async () => {
  const overlaps = [
    {
      kind: 'event',
      id: '3',
      title: 'Move',
      is_internal: 'N',
      is_test: 'N',
      end_date: '2026-07-01T18:00:00.000Z',
    },
    {
      kind: 'freeze_window',
      id: '4',
      title: 'Quarter',
      is_internal: 'Y',
      end_date: '2026-07-02T18:00:00.000Z',
    },
    { kind: 'incident', id: 'OPI-9', title: 'OPI-9: Slow', is_internal: 'N', end_date: null },
  ].map((overlap) => ({ ...overlap, start_date: '2026-07-01T17:30:00.000Z', data_centers: ['eu'] }))
  const { sent } = await openCreate({ 'GET /api/v2/maintenance_overlaps/': { overlaps } })
  fill('Title', 'Upgrade')
  fill('Start', '2026-07-01T10:00')
  expect(form().queryByText('At the same time in these data centers')).toBeNull()
  await userEvent.click(form().getByRole('button', { name: 'All' }))
  const list = await form().findByRole('region', { name: 'At the same time in these data centers' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Maintenance event: Move (opens a new tab)Jul 1, 2026, 10:30 PDT to Jul 1, 2026, 11:00 PDT · EMEA',
    'Freeze window: Quarter (opens a new tab)internalJul 1, 2026, 10:30 PDT to Jul 2, 2026, 11:00 PDT · EMEA',
    'Open incident: OPI-9: Slow (opens a new tab)since Jul 1, 2026, 10:30 PDT, without an end so far · EMEA',
  ])
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/maintenance_event/review/3', '/maintenance_event/review/4', '/details/OPI-9'])
  expect(submit().disabled).toBe(false)
  const requests = sent.filter(({ url }) => url.pathname === '/api/v2/maintenance_overlaps/')
  expect(requests.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { start_date: '2026-07-01T10:00:00-0700', end_date: '2026-07-01T13:00:00-0700', data_centers: 'us2,eu' },
  ])
})

const openEdit = async (changed?: Answers, path?: string) => {
  const opened = await open(changed, path)
  await chooseAction('Edit', 'Upgrade, 7')
  await form().findByRole('checkbox', { name: 'us2' })
  return opened
}

test('an edit needs a changed value, a title and data centers, and sends the version', async () => {
  const { sent } = await openEdit({ 'PUT /api/v2/maintenance_event': { maintenance_event: EVENT } })
  const save = () => submit('Save changes')
  expect([field('Start').value, field('End').value]).toEqual(['2026-11-21T10:00', '2026-11-21T13:00'])
  expect(save().title).toBe('Must Change A Value')
  fill('Title', ' ')
  fireEvent.blur(field('Title'))
  expect(save().title).toBe('Issue with title')
  expect(form().getAllByText('Issue with title')).toHaveLength(2)
  fill('Title', 'Upgrade')
  await userEvent.click(form().getByRole('checkbox', { name: 'us2' }))
  expect(save().title).toBe('Issue with data centers')
  await userEvent.click(form().getByRole('checkbox', { name: 'us2' }))
  expect(save().title).toBe('Must Change A Value')
  await userEvent.selectOptions(form().getByRole('combobox', { name: 'Flag' }), 'No flag')
  await userEvent.click(save())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'PUT', '/api/v2/maintenance_event')).toMatchObject([
    {
      id: 7,
      version: 1,
      title: 'Upgrade',
      flag: null,
      jira_id: 'OPS-1',
      start_date: '2026-11-21T10:00:00-0800',
      end_date: '2026-11-21T13:00:00-0800',
      data_centers: ['us2'],
      is_internal: 'N',
    },
  ])
  // The event itself is excluded from the overlaps.
  await waitFor(() =>
    expect(sent.find(({ url }) => url.searchParams.get('id') === '7')?.url.pathname).toBe(
      '/api/v2/maintenance_overlaps/',
    ),
  )
})

test('the second of two editors sees the stored values beside their own, and keeps or discards their own', async () => {
  let stored = EVENT
  const saves: unknown[] = []
  await openEdit({
    'GET /api/v2/maintenance_event': () => ({ maintenance_events: [stored] }),
    'PUT /api/v2/maintenance_event': ({ body }: { body: unknown }) => {
      saves.push(body)
      return saves.length === 1 ? new Refused(409, 'Changed meanwhile') : { maintenance_event: stored }
    },
  })
  fill('Title', 'Mine')
  stored = {
    ...EVENT,
    title: 'Theirs',
    flag: 'special',
    end_date: '2026-11-21T22:00:00.000Z',
    version: 2,
    updated_by: 'ada.admin@acme.example',
  }
  await userEvent.click(submit('Save changes'))
  await form().findByText('ada.admin@acme.example changed this event meanwhile.')
  expect(readToasts()[0]).toMatchObject({
    message: 'There was an issue updating the maintenance event. Please try again.',
    reason: 'Changed meanwhile',
  })
  expect(
    form()
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Field', 'It now reads', 'You typed'],
    ['Title', 'Theirs', 'Mine'],
    ['Flag', 'Special', '—'],
    ['End', 'Nov 21, 2026, 14:00 PST', '—'],
  ])
  expect(submit('Save changes').title).toBe('Choose which values to keep')
  await userEvent.click(form().getByRole('button', { name: 'Keep mine' }))
  expect(field('Title').value).toBe('Mine')
  expect(field('End').value).toBe('2026-11-21T14:00')
  await userEvent.click(submit('Save changes'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves).toMatchObject([
    { title: 'Mine', version: 1, end_date: '2026-11-21T13:00:00-0800' },
    { title: 'Mine', version: 2, flag: 'special', end_date: '2026-11-21T14:00:00-0800' },
  ])
})

test('taking the stored values leaves nothing to save', async () => {
  let stored = EVENT
  await openEdit({
    'GET /api/v2/maintenance_event': () => ({ maintenance_events: [stored] }),
    'PUT /api/v2/maintenance_event': new Refused(409, 'Changed meanwhile'),
  })
  fill('Title', 'Mine')
  stored = { ...EVENT, title: 'Theirs', version: 2, updated_by: 'ada.admin@acme.example' }
  await userEvent.click(submit('Save changes'))
  await userEvent.click(await form().findByRole('button', { name: 'Take theirs' }))
  expect(field('Title').value).toBe('Theirs')
  expect(submit('Save changes').title).toBe('Must Change A Value')
})

test('the v1 form has a notification body, a test mark and only its own flags', async () => {
  const answer = { maintenance_window: maintenanceWindow(8) }
  const { sent } = await openCreate(
    { 'POST /api/maintenance_event': answer },
    '/maintenance_event?tab=windows',
  )
  expect(form().getByText('All Times In PST')).toBeTruthy()
  expect(
    within(form().getByRole('combobox', { name: 'Flag' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No flag', 'Special', 'Emergency'])
  fill('Title', 'Old')
  expect(submit().title).toBe('Write the notification body')
  fill('Notification body', 'We move.')
  fill('Start', '2026-07-01T10:00')
  await userEvent.click(form().getByRole('checkbox', { name: 'us2' }))
  await userEvent.click(form().getByRole('radio', { name: 'Public' }))
  await userEvent.click(form().getByRole('radio', { name: 'Yes' }))
  await userEvent.click(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'POST', '/api/maintenance_event')).toMatchObject([
    {
      title: 'Old',
      notification_body: '<p>We move.</p>',
      start_date: '2026-07-01T10:00:00-0700',
      end_date: '2026-07-01T13:00:00-0700',
      data_centers: ['us2'],
      is_internal: 'N',
      is_test: 'Y',
      created_by: 'oleg.operator@acme.example',
    },
  ])
})

test('the v1 edit sends the notification along', async () => {
  const answer = { maintenance_window: maintenanceWindow(7) }
  const { sent } = await openEdit({ 'PUT /api/maintenance_event': answer }, '/maintenance_event?tab=windows')
  expect(field('Notification body').value).toBe('What happens')
  fill('Notification body', '')
  fireEvent.blur(field('Notification body'))
  expect(submit('Save changes').title).toBe('Issue with Notification Body')
  fill('Notification body', '<p>More</p>')
  await userEvent.click(submit('Save changes'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'PUT', '/api/maintenance_event')).toMatchObject([
    { id: 7, notification_id: 70, version: 1, notification_body: '<p>More</p>', is_test: 'N' },
  ])
})

test('a failure to load the data centers is reported, and can be retried', async () => {
  let fails = true
  await open({
    'GET /api/data_centers': () =>
      fails ? new Refused(400, 'none') : { data_centers: [{ name: 'us2', system_name: 'us2' }] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create event' }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for All Data Centers'))
  fails = false
  await userEvent.click(await form().findByRole('button', { name: 'Try again' }))
  expect(await form().findByRole('checkbox', { name: 'us2' })).toBeTruthy()
})
