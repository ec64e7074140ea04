import type { Template } from '@aviary/contract/templates/endpoints'
import { useLocation } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { TemplatesPage } from './TemplatesPage.tsx'

const template = (pkey: number, changes: Partial<Template> = {}): Template => ({
  pkey,
  title: 'Slow reports',
  body: '<p>Reports are slow today.</p>',
  message_type: 'Update',
  affected_service: 'Expense',
  notification_type: null,
  template_type: 'message',
  created_by: 'ines.incident@acme.example',
  created_date: '2026-08-20T10:00:00.000Z',
  updated_by: null,
  version: 1,
  ...changes,
})

const ALL = [
  template(1),
  template(2, { title: 'All is well', body: `<p>${'x'.repeat(111)}</p>`, affected_service: 'TripIt' }),
  template(3, {
    title: 'Planned work',
    template_type: 'notification',
    message_type: null,
    affected_service: null,
    notification_type: 'Personalized Open',
  }),
]

const person = (...allowed: string[]) => ({
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})
const EVERYTHING = ['create_template', 'edit_template', 'delete_template']
const Where = () => <p>at {useLocation().pathname}</p>
const types = (...names: string[]) => ({ alert_types: names.map((name, id) => ({ id, name })) })

const open = (changed: Answers = {}, { path = 'message', allowed = EVERYTHING } = {}) =>
  renderPage(
    <>
      <TemplatesPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': person(...allowed),
      'GET /api/templates': { templates: ALL },
      'GET /api/v4/get_p2_alert_types': {
        payload: { P1: types('Update', 'Restored'), P2: types('Update', 'Notification') },
      },
      ...changed,
    },
    `/template_management/${path}`,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const box = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const options = (label: RegExp) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(0, 5).map(({ textContent }) => textContent))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the list', () => {
  test('shows the templates of its type by title, with bodies cut at 110 characters', async () => {
    await open()
    await screen.findByText('2 of 2 templates')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Templates')
    expect(cells()).toEqual([
      ['All is well', `${'x'.repeat(110)}…`, 'Update', 'TripIt', 'ines.incident@acme.example'],
      ['Slow reports', 'Reports are slow today.', 'Update', 'Expense', 'ines.incident@acme.example'],
    ])
    expect(screen.getByRole('link', { name: 'Message templates' }).getAttribute('aria-current')).toBe('page')
  })

  test('of notifications shows the provider’s name in the type', async () => {
    await open({}, { path: 'notification?filter=personalized+acme' })
    await screen.findByText('1 of 1 templates')
    expect(cells()[0]?.slice(0, 3)).toEqual([
      'Planned work',
      'Reports are slow today.',
      'Personalized Acme Open',
    ])
  })

  test('of an unknown type is not found', async () => {
    await open({}, { path: 'rumour' })
    expect(await screen.findByText('at /not-found')).toBeTruthy()
  })

  test.each(['today', 'EXPENSE', 'slow rep'])('is filtered by %j after 800 ms', async (text) => {
    await open()
    await screen.findByText('2 of 2 templates')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const typing = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await typing.type(screen.getByRole('searchbox'), text)
    expect(screen.getByText('2 of 2 templates')).toBeTruthy()
    vi.advanceTimersByTime(800)
    vi.useRealTimers()
    expect(await screen.findByText('1 of 2 templates')).toBeTruthy()
    expect(cells().map(([title]) => title)).toEqual(['Slow reports'])
  })

  test('takes its filter from the URL and says when nothing matches', async () => {
    await open({}, { path: 'message?filter=nothing+like+it' })
    expect(await screen.findByText('No template matches this filter')).toBeTruthy()
  })

  test('says when it is empty', async () => {
    await open({ 'GET /api/templates': { templates: [] } })
    expect(await screen.findByText(/^There are no templates of this kind yet/)).toBeTruthy()
  })

  test('reports a load failure and can be retried', async () => {
    let answer: unknown = new Refused(400, 'the dog ate it')
    await open({ 'GET /api/templates': () => answer })
    expect((await screen.findByRole('alert')).textContent).toContain('the dog ate it')
    await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for templates'))
    answer = { templates: ALL }
    await press('Try again')
    expect(await screen.findByText('2 of 2 templates')).toBeTruthy()
  })

  test.each([
    [['create_template'], ['Create Template'], undefined],
    [['edit_template'], [], ['Edit']],
    [['delete_template'], [], ['Delete']],
    [[], [], undefined],
  ])('with the permissions %j has the buttons %j and the actions %j', async (allowed, buttons, actions) => {
    await open({}, { allowed })
    await screen.findByText('2 of 2 templates')
    const shown = screen.queryAllByRole('button', { name: 'Create Template' })
    expect(shown.map(({ textContent }) => textContent)).toEqual(buttons)
    expect(screen.queryAllByRole('button', { name: /^Actions: / })).toHaveLength(actions ? 2 : 0)
    if (actions) expect(await actionsOf('Slow reports')).toEqual(actions)
  })
})

describe('creating', () => {
  test('requires title, type, service and body, and reports a field left empty', async () => {
    const { sent } = await open({ 'POST /api/templates': { template: template(9) } })
    await press('Create Template')
    const submit = () => button('Create the template')
    expect([submit().disabled, submit().title]).toEqual([true, 'Title is a required field'])
    await userEvent.click(box(/^Title/))
    await userEvent.click(box(/^Body/))
    expect(screen.getAllByText('Title is a required field')).toHaveLength(2)
    await userEvent.type(box(/^Title/), 'Calm')
    expect(screen.queryByText('Title is a required field')).toBeNull()
    expect(screen.getByText('Body is a required field')).toBeTruthy()
    expect(submit().title).toBe('Message type is a required field')
    expect(options(/^Message type/)).toEqual(['', 'Update', 'Restored', 'Notification'])
    await userEvent.selectOptions(box(/^Message type/), 'Restored')
    expect(submit().title).toBe('Affected service is a required field')
    expect(options(/^Affected service/)).toHaveLength(13)
    await userEvent.selectOptions(box(/^Affected service/), 'Travel (GDS Specific)')
    expect(submit().title).toBe('Body is a required field')
    await userEvent.type(box(/^Body/), 'All is well')
    await userEvent.click(submit())
    await isClosed()
    expect(
      sent.find(({ method, url }) => method === 'POST' && url.pathname === '/api/templates')?.body,
    ).toEqual({
      template_type: 'message',
      title: 'Calm',
      body: '<p>All is well</p>',
      message_type: 'Restored',
      affected_service: 'Travel (GDS Specific)',
      audit_log_data: {
        application_name: 'Aviary',
        user_email: 'ines.incident@acme.example',
        action_name: 'Create Template',
      },
    })
    expect(readToasts()).toMatchObject([{ kind: 'success', message: 'The template has been created' }])
  })

  test('a notification template requires no type', async () => {
    const { sent } = await open(
      { 'POST /api/templates': { template: template(9) } },
      { path: 'notification' },
    )
    await press('Create Template')
    expect(options(/^Notification type/)).toEqual([
      'Any type',
      'Personalized Acme Open',
      'Maintenance Announcement',
      'Maintenance Update',
      'Maintenance Cancelled',
      'Maintenance Complete',
    ])
    await userEvent.type(box(/^Title/), 'Calm')
    await userEvent.type(box(/^Body/), 'All is well')
    await press('Create the template')
    await isClosed()
    expect(
      sent.find(({ method, url }) => method === 'POST' && url.pathname === '/api/templates')?.body,
    ).toMatchObject({
      template_type: 'notification',
      notification_type: null,
    })
  })

  test('restores the draft after a reload, and asks before it is discarded', async () => {
    await open()
    await press('Create Template')
    await userEvent.type(box(/^Title/), 'Half')
    document.body.innerHTML = ''
    await open()
    expect((await screen.findByLabelText<HTMLInputElement>(/^Title/)).value).toBe('Half')
    await press('Cancel')
    await press('Discard')
    await isClosed()
    await press('Create Template')
    expect(box(/^Title/).value).toBe('')
  })

  test('keeps the form and shows the reason when it fails, and counts a 504 as created', async () => {
    let answer = new Refused(400, 'the dog ate it')
    await open({ 'POST /api/templates': () => answer }, { path: 'notification' })
    await press('Create Template')
    await userEvent.type(box(/^Title/), 'Calm')
    await userEvent.type(box(/^Body/), 'All is well')
    await press('Create the template')
    await waitFor(() =>
      expect(readToasts()[0]).toMatchObject({
        message: 'There was an issue creating the template.',
        reason: 'the dog ate it',
      }),
    )
    answer = new Refused(504, 'too slow')
    await press('Create the template')
    await isClosed()
  })
})

describe('editing', () => {
  const edit = async (changed: Answers = {}) => {
    const visit = await open(changed)
    await chooseAction('Edit', 'Slow reports')
    return visit
  }

  test('requires a change and all values', async () => {
    const { sent } = await edit({ 'PUT /api/templates': { template: template(1) } })
    const save = () => button('Save changes')
    expect([save().disabled, save().title]).toEqual([true, 'Must Modify A Value'])
    await userEvent.clear(box(/^Title/))
    expect(save().title).toBe('Value Missing')
    await userEvent.type(box(/^Title/), 'Slow')
    await userEvent.selectOptions(box(/^Affected service/), '')
    expect(save().title).toBe('Value Missing')
    await userEvent.selectOptions(box(/^Affected service/), 'Travel')
    await userEvent.click(save())
    await isClosed()
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      pkey: 1,
      version: 1,
      template_type: 'message',
      title: 'Slow',
      body: '<p>Reports are slow today.</p>',
      affected_service: 'Travel',
    })
    expect(readToasts()).toMatchObject([{ message: 'The template has been changed' }])
  })

  test('offers the template’s own type and service although the lists no longer contain them', async () => {
    const old = template(1, { message_type: 'Old type', affected_service: 'Old service' })
    await edit({ 'GET /api/templates': { templates: [old] } })
    expect(box(/^Message type/).value).toBe('Old type')
    expect(box(/^Affected service/).value).toBe('Old service')
    expect(button('Save changes').title).toBe('Must Modify A Value')
  })

  test('shows the history of what each edit removed and added, and hides it', async () => {
    const change = (pkey: number, changes: object) => ({
      pkey,
      template_id: 1,
      changed_by: 'oleg.operator@acme.example',
      prev_title: 'Slow reports',
      prev_body: '<p>Reports are slow.</p>',
      prev_message_type: 'Update',
      prev_affected_service: 'Expense',
      prev_notification_type: null,
      updated_by: 'oleg.operator@acme.example',
      updated_date: '2026-08-20T11:00:00.000Z',
      ...changes,
    })
    const history = [change(8, {}), change(7, { prev_title: 'Slow', prev_affected_service: 'FTP' })]
    const { sent } = await edit({ 'GET /api/get_template_change_history/': { history } })
    await press('Show Change History')
    const items = await screen.findAllByRole('listitem')
    const marked = (item: HTMLElement | undefined) =>
      [...(item?.querySelectorAll('dd') ?? [])].map((field) => field.textContent?.replace(/\s+/g, ' ').trim())
    expect(items.map((item) => item.querySelector('h3')?.textContent)).toEqual([
      expect.stringContaining('oleg.operator@acme.example · Aug 20, 2026, 11:00 UTC'),
      expect.stringContaining('oleg.operator@acme.example'),
    ])
    expect(marked(items[0])).toEqual(['Reports are slow added: today (end) .'])
    expect(items[0]?.querySelector('ins')?.textContent).toContain('today')
    expect(marked(items[1])).toEqual(['Slow added: reports (end)', 'removed: FTP (end) added: Expense (end)'])
    expect(items[1]?.querySelector('del')?.textContent).toContain('FTP')
    expect(sent.find(({ url }) => url.pathname.includes('history'))?.url.search).toBe('?template_id=1')
    await press('Hide Change History')
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('says when there is no history, and when it cannot be loaded', async () => {
    let answer: unknown = new Refused(400, 'the dog ate it')
    await edit({ 'GET /api/get_template_change_history/': () => answer })
    await press('Show Change History')
    expect((await screen.findByRole('alert')).textContent).toContain('the dog ate it')
    await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for template change history'))
    answer = { history: [] }
    await press('Try again')
    expect(await screen.findByText('This template has not been changed yet')).toBeTruthy()
  })

  const theirs = template(1, {
    title: 'Slow reports today',
    updated_by: 'oleg.operator@acme.example',
    version: 2,
  })
  const conflict = () => {
    let isRefused = false
    return {
      'GET /api/templates': () => ({ templates: isRefused ? [theirs] : ALL }),
      'PUT /api/templates': ({ body }: { body: unknown }) => {
        if ((body as { version: number }).version === 2) return { template: theirs }
        isRefused = true
        return new Refused(409, 'Oleg changed this template meanwhile', theirs)
      },
    }
  }

  test('shows another person’s changes, keeps the typed values, and saves them when kept', async () => {
    const { sent } = await edit(conflict())
    await userEvent.type(box(/^Body/), '{Enter}{Enter}Mine')
    await press('Save changes')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('oleg.operator@acme.example changed this template meanwhile')
    expect((await within(alert).findByText(/today/)).tagName).toBe('INS')
    expect(button('Save changes').title).toBe('Choose which text to keep')
    expect(box(/^Body/).value).toBe('Reports are slow today.\n\nMine')
    await press('Keep mine')
    await press('Save changes')
    await isClosed()
    expect(sent.filter(({ method }) => method === 'PUT')[1]?.body).toMatchObject({
      version: 2,
      // Fields that only the other person changed keep their stored value.
      title: 'Slow reports today',
      body: '<p>Reports are slow today.</p><p>Mine</p>',
    })
  })

  test('can take the other person’s text instead', async () => {
    await edit(conflict())
    await userEvent.type(box(/^Body/), '{Enter}{Enter}Mine')
    await press('Save changes')
    await press('Take theirs')
    expect(box(/^Title/).value).toBe('Slow reports today')
    expect(box(/^Body/).value).toBe('Reports are slow today.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(button('Save changes').title).toBe('Must Modify A Value')
  })

  test('keeps the typed values when the template was deleted, and cannot be saved', async () => {
    let templates = ALL
    await edit({
      'GET /api/templates': () => ({ templates }),
      'PUT /api/templates': () => {
        templates = []
        return new Refused(404, 'There is no template 1; it may have been deleted')
      },
    })
    await userEvent.type(box(/^Title/), ' today')
    await press('Save changes')
    expect(await screen.findByText(/^This template has been deleted meanwhile/)).toBeTruthy()
    expect(box(/^Title/).value).toBe('Slow reports today')
    expect(readToasts()[0]).toMatchObject({ message: 'There was an issue updating the template.' })
  })
})

test('deleting asks first, names the template, and shows a failure', async () => {
  let answer: unknown = new Refused(400, 'the dog ate it')
  const { sent } = await open({ 'PUT /api/delete_templates': () => answer })
  await chooseAction('Delete', 'Slow reports')
  expect(screen.getByText('Slow reports: Reports are slow today.')).toBeTruthy()
  expect(document.activeElement).toBe(button('Back'))
  await press('Delete')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({ message: 'There was an issue deleting the template.' }),
  )
  answer = { pkey: 1 }
  await press('Delete')
  await isClosed()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ pkey: 1 })
  expect(readToasts().at(-1)).toMatchObject({ message: 'The template has been deleted' })
})

test('offline nothing can be saved, and the reason is shown', async () => {
  await open()
  await screen.findByText('2 of 2 templates')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(await actionsOf('Slow reports')).toEqual([
    expect.stringMatching(/^EditYou are offline/),
    expect.stringMatching(/^DeleteYou are offline/),
  ])
  vi.restoreAllMocks()
})
