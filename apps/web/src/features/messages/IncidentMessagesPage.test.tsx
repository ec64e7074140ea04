import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  choose,
  fillBroadcast,
  incident,
  message,
  open,
  option,
  PREVIEW,
  types,
} from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { Refused } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('messages are listed newest first with previews cut at 110 characters', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Messages on this incident' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.querySelectorAll('td')[2]?.textContent)).toEqual([
    'Ours',
    `${'x'.repeat(110)}…`,
  ])
  expect(within(rows[0] as HTMLElement).getByText('internal')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('OPI-7  Messages')
  const cut = rows[1]?.querySelector<HTMLElement>('td:nth-child(3) [data-tip]')
  expect(cut?.dataset.tip).toBe('x'.repeat(111))
})

test('the page leads back to the incident, and the menu of an edited message to what its edits changed', async () => {
  const edited = message(2, { updated_date: '2026-08-20T13:00:00.000Z', updated_by: 'ines' })
  await open({ 'GET /api/get_messages/': { messages: [edited, message(1)] } })
  const rows = await screen.findAllByRole('button', { name: /^Actions: Update, Aug 20, 2026, .* UTC$/ })
  expect(rows).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Incident details' }).getAttribute('href')).toBe('/details/OPI-7')
  expect(await actionsOf(/Update, Aug 20, 2026, 12/)).toEqual(['What changed', 'Edit', 'Delete'])
})

test('actions that are not permitted have no button', async () => {
  await open({}, 'edit_p1_message')
  expect(await actionsOf(/Update/)).toEqual(['Edit'])
  expect(screen.queryByRole('button', { name: 'Create message' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions: Internal Update/ })).toBeNull()
})

test('choosing no template brings back the body typed before one was chosen', async () => {
  await open()
  await press('Create message')
  const body = () => screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
  await userEvent.type(body(), 'Mine')
  await choose(/^Template/, 'Calm')
  expect(body().value).toBe('All is well')
  expect(screen.getByText('What you had typed comes back when you choose no template.')).toBeTruthy()
  await choose(/^Template/, 'No template')
  expect(body().value).toBe('Mine')
})

test('without the permission for internal incidents, the button is disabled with the reason', async () => {
  await open({ 'GET /api/incident_by_jira_id/': incident({ isInternal: 'Y' }) }, 'create_p1_message')
  const create = await screen.findByRole('button', { name: 'Create message' })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('internal'))
  expect(create.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(create)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.hover(create)
  expect(await screen.findByText(/^This incident is internal.*“Post internal message types”/)).toBeTruthy()
})

test('a form begun before the incident became internal says why it offers no type', async () => {
  sessionStorage.setItem('aviary-draft-message-OPI-7', JSON.stringify({ body: 'Half a thought' }))
  await open({ 'GET /api/incident_by_jira_id/': incident({ isInternal: 'Y' }) }, 'create_p1_message')
  await screen.findByRole('dialog')
  expect(option('Message type')).toEqual([''])
  expect(screen.getAllByText(/^This incident is internal/).length).toBeGreaterThan(0)
})

test('with broadcast N the message is posted at once with all fields', async () => {
  const posted = { message: message(3), broadcast_id: null }
  const { sent } = await open({ 'POST /api/create_message/': posted })
  await press('Create message')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' })
  expect(submit().disabled).toBe(true)
  await waitFor(() => expect(option('Template')).toEqual(['No template', 'Calm']))
  await choose(/^Template/, 'Calm')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Body/).value).toBe('All is well')
  await choose(/^Message type/, 'Update')
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  await userEvent.type(screen.getByLabelText('Impact'), 'Reports')
  await press('Post message')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ url }) => url.pathname === '/api/create_message/')?.body).toMatchObject({
    jira_id: 'OPI-7',
    priority_type: 'P1',
    message_type: 'Update',
    body: '<p>All is well</p>',
    broadcast: 'N',
    impact: 'Reports',
    is_test: 'N',
    selected_template: 3,
    audit_log_data: { action_name: 'Create Message' },
  })
})

test('nothing is posted until the e-mail fields are loaded', async () => {
  const components = Promise.withResolvers<object>()
  await open({ 'GET /api/get_email_components': () => components.promise })
  await press('Create message')
  await choose(/^Message type/, 'Update')
  await userEvent.type(screen.getByLabelText(/^Body/), 'x')
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' })
  expect(screen.getByText(/^Wait a moment: the e-mail fields/)).toBeTruthy()
  expect(submit.disabled).toBe(true)
  components.resolve({ services: [] })
  await waitFor(() => expect(submit.disabled).toBe(false))
})

test('with broadcast Y a confirmation shows audience and number, and Back touches the body again', async () => {
  const { sent } = await open({ 'POST /api/preview_message/': PREVIEW })
  await fillBroadcast()
  expect(await screen.findByText(/These e-mails go EXTERNAL/)).toBeTruthy()
  expect(screen.getByText('Recipients: 1,234.')).toBeTruthy()
  expect(screen.getByText('A subject')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Confirm: send to 1,234, EXTERNAL' })).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname === '/api/create_message/')).toBe(false)
  await press('Back')
  await userEvent.clear(screen.getByLabelText(/^Body/))
  expect(screen.getByText('Issue with Message Body')).toBeTruthy()
})

test('no mail is shown beside a body that was emptied', async () => {
  await open({ 'POST /api/preview_message/': PREVIEW })
  await press('Create message')
  await choose(/^Message type/, 'Update')
  await userEvent.type(screen.getByLabelText(/^Body/), 'x')
  const preview = within(screen.getByRole('complementary', { name: 'Preview' }))
  await preview.findByText('A subject')
  await userEvent.clear(screen.getByLabelText(/^Body/))
  expect(preview.queryByText('A subject')).toBeNull()
  expect(preview.getByText(/^Choose a type and write the body/)).toBeTruthy()
})

test('removed markup is listed before the mail is sent and when the message is posted', async () => {
  const removed = [
    { element: 'img', name: 'peaks.png', count: 2 },
    { element: 'a', name: '/home', count: 1 },
    { element: 'svg', name: '', count: 1 },
  ]
  const removedText = 'Left out of the text: 2 × image “peaks.png” link address “/home” <svg>'
  await open({
    'POST /api/preview_message/': { ...PREVIEW, removed },
    'POST /api/create_message/': { message: {}, broadcast_id: 1, removed },
  })
  await fillBroadcast()
  expect(await screen.findByText(removedText)).toBeTruthy()
  await press('Confirm: send to 1,234, EXTERNAL')
  await waitFor(() => expect(readToasts()[0]).toMatchObject({ kind: 'success', note: removedText }))
})

test('a body of only an image says why it cannot be posted', async () => {
  await open()
  await fillBroadcast()
  await press('Back')
  const body = screen.getByLabelText(/^Body/)
  await userEvent.clear(body)
  await userEvent.type(body, '<img src="x.png">')
  expect(
    screen.getByText('There is no text in it, and images are left out: say in words what they show.'),
  ).toBeTruthy()
})

test('a failure that mentions 504 counts as sent, and any other keeps the form and shows the reason', async () => {
  let answer = new Refused(400, 'the dog ate it')
  await open({ 'POST /api/preview_message/': PREVIEW, 'POST /api/create_message/': () => answer })
  await fillBroadcast()
  await press('Confirm: send to 1,234, EXTERNAL')
  await waitFor(() => expect(readToasts()[0]).toMatchObject({ reason: 'the dog ate it' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  answer = new Refused(502, 'upstream said 504')
  await press('Confirm: send to 1,234, EXTERNAL')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readToasts().some(({ message: text }) => text === 'The message has been posted')).toBe(true)
})

test('a confirmed message is sent with the translations shown, and a retry uses the same idempotency key', async () => {
  const translations = { ja: '<p>順調です</p>' }
  const shown = { ...PREVIEW, fallback_locales: [], translations }
  let answer: unknown = new Refused(400, 'the dog ate it')
  const { sent } = await open({
    'POST /api/preview_message/': shown,
    'POST /api/create_message/': () => answer,
  })
  const created = () => sent.filter(({ url }) => url.pathname === '/api/create_message/')
  await fillBroadcast()
  await press('Confirm: send to 1,234, EXTERNAL')
  await waitFor(() => expect(created()).toHaveLength(1))
  expect(created()[0]?.body).toMatchObject({ broadcast: 'Y', translations })
  answer = { message: message(3), broadcast_id: 1 }
  await press('Confirm: send to 1,234, EXTERNAL')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(created()[1]?.body).toEqual(created()[0]?.body)
})

test('an internal incident offers internal types only', async () => {
  await open({ 'GET /api/incident_by_jira_id/': incident({ isInternal: 'Y' }) })
  await press('Create message')
  await waitFor(() => expect(option('Message type')).toEqual(['', 'Internal Update']))
})

test('a message is edited once it is known whether its incident is internal', async () => {
  const late = Promise.withResolvers<object>()
  await open({ 'GET /api/incident_by_jira_id/': () => late.promise })
  await chooseAction('Edit', /Internal Update/)
  expect(screen.queryByRole('dialog')).toBeNull()
  late.resolve(incident({ isInternal: 'Y' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await waitFor(() => expect(option('Message type')).toEqual(['Internal Update']))
})

test('an edit needs a change, and other languages have no relocalize choice', async () => {
  const { sent } = await open({ 'PUT /api/update_message_body/': { message: message(1) } })
  await chooseAction('Edit', /Update/)
  expect(screen.getByText('Must Change A Value')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'No' })).toBeTruthy()
  await choose(/^Language/, '日本語')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText('Value Missing')).toBeTruthy()
  const english = screen.getByLabelText<HTMLTextAreaElement>('English text, to translate from')
  expect([english.value, english.readOnly]).toEqual(['x'.repeat(111), true])
  // An empty body is not reported as an error before the field was touched.
  expect(screen.queryByText('Issue with Message Body')).toBeNull()
  await userEvent.click(screen.getByLabelText(/^Body/))
  await userEvent.tab()
  expect(screen.getByText('Issue with Message Body')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Body/), '調査中')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    message_id: 1,
    language: 'ja',
    relocalize: 'N',
    body: '<p>調査中</p>',
    version: 1,
  })
})

test('keeping mine takes over the type and the texts that only the other person changed', async () => {
  let stored = message(1, { body: { en: '<p>Slow</p>', ja: '<p>調査中</p>' } })
  const { sent } = await open({
    'GET /api/get_messages/': () => ({ messages: [stored] }),
    'GET /api/v4/get_p2_alert_types': { payload: { P1: types('Update', 'Resolved'), P2: [] } },
    'PUT /api/update_message_body/': () => {
      if (stored.version === 2) return { message: stored }
      stored = {
        ...stored,
        message_type: 'Resolved',
        body: { en: '<p>Theirs</p>', ja: '<p>解決</p>' },
        version: 2,
      }
      return new Refused(409, 'Changed meanwhile', stored)
    },
  })
  await chooseAction('Edit', /Update/)
  const body = screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
  await userEvent.clear(body)
  await userEvent.type(body, 'Mine')
  await press('Save changes')
  const rows = () =>
    within(screen.getByRole('alert'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  await waitFor(() =>
    expect(rows().slice(1)).toEqual([
      ['Message type', 'Resolved', '—'],
      ['Body (English)', 'Theirs', 'Mine'],
      ['Body (日本語)', '解決', '—'],
    ]),
  )
  await press('Keep mine')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Message type/).value).toBe('Resolved')
  expect(body.value).toBe('Mine')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT')[1]?.body).toMatchObject({
    message_type: 'Resolved',
    body: '<p>Mine</p>',
    version: 2,
  })
})

test('a broadcast shows its progress, and a failed mail the server’s response', async () => {
  const broadcast = {
    broadcast_id: 9,
    kind: 'incident_message',
    reference: 'OPI-7',
    message_id: 1,
    message_type: 'Update',
    audience: 'EXTERNAL',
    is_correction: true,
    subject: 'Outage: Expense in us2',
    created_by: 'ines.incident@acme.example',
    created_date: '2026-08-20T12:00:00.000Z',
    progress: { queued: 0, sent: 1999, deferred: 0, failed: 1, stopped: 3, bounced: 2 },
    channels: { queued: 1, sent: 5, deferred: 2, failed: 0, stopped: 2 },
  }
  const failed = { delivery_id: 5, email: 'ana@example.com', response: '550 no such bird' }
  const { sent } = await open({
    'GET /api/broadcasts/': { broadcasts: [broadcast], more_results: false },
    'GET /api/deliveries/': { deliveries: [failed], more_results: false },
    'PUT /api/deliveries/retry/': { retried: 1 },
  })
  const bar = await screen.findByRole('progressbar', { name: 'Progress of the broadcast' })
  expect(bar.getAttribute('aria-valuetext')).toBe(
    'Queued: 0, Sent: 1,999, Deferred: 0, Failed: 1, Stopped: 3, Bounced: 2',
  )
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['2005', '2005'])
  const shares = [...bar.children].map((part) => Number.parseFloat((part as HTMLElement).style.width))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100)
  const channels = screen.getByRole('progressbar', { name: 'Progress in the channels' })
  expect(channels.getAttribute('aria-valuetext')).toBe(
    'Queued: 1, Sent: 5, Deferred: 2, Failed: 0, Stopped: 2',
  )
  expect([channels.getAttribute('aria-valuenow'), channels.getAttribute('aria-valuemax')]).toEqual([
    '7',
    '10',
  ])
  expect(await screen.findByText('550 no such bird')).toBeTruthy()
  // The subject is the same for all mails of an incident.
  const title = screen.getByRole('heading', { name: 'Update (correction)' })
  expect(title.nextElementSibling?.textContent).toBe('Outage: Expense in us2')
  i18next.addResourceBundle('de', 'shell', { 'audience.EXTERNAL': 'EXTERN' })
  await act(() => i18next.changeLanguage('de'))
  expect(screen.getByText('EXTERN')).toBeTruthy()
  await act(() => i18next.changeLanguage('en'))
  await press('Try again ana@example.com')
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      broadcast_id: 9,
      delivery_id: 5,
    }),
  )
})

test('an incident without messages or mails says so', async () => {
  await open({ 'GET /api/get_messages/': { messages: [] } })
  expect(await screen.findByText('Nothing has been said about this incident yet')).toBeTruthy()
  expect(await screen.findByText('Nothing has been mailed about this incident')).toBeTruthy()
})

test('a failure to load messages is reported', async () => {
  await open({ 'GET /api/get_messages/': new Refused(400, 'no messages') })
  expect((await screen.findByRole('alert')).textContent).toContain('no messages')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for messages'))
})
