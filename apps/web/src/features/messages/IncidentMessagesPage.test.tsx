import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentMessagesPage } from './IncidentMessagesPage.tsx'

const message = (id: number, changes: Partial<ManagedMessage> = {}): ManagedMessage => ({
  id,
  message_id: id,
  jira_id: 'OPI-7',
  title: 'Update',
  message_type: 'Update',
  priorityType: 'P1',
  created_date: `2026-08-20T1${id}:00:00.000Z`,
  created_epoch: Date.parse(`2026-08-20T1${id}:00:00.000Z`) / 1000,
  body: { en: `<p>${'x'.repeat(111)}</p>` },
  message: '',
  created_by: 'ines.incident@acme.example',
  updated_date: null,
  updated_by: null,
  version: 1,
  ...changes,
})

const incident = (changes: object = {}) => ({
  payload: { jiraId: 'OPI-7', priorityType: 'P1', isInternal: 'N', ...changes },
})

const person = (...allowed: string[]) => ({
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})

const MANAGER = [
  'create_p1_message',
  'edit_p1_message',
  'delete_p1_message',
  'create_is_internal_message',
  'edit_is_internal_message',
]
const types = (...names: string[]) => ({ alert_types: names.map((name, id) => ({ id, name })) })

const open = (changed: Answers = {}, ...allowed: string[]) =>
  renderPage(
    <IncidentMessagesPage />,
    {
      'POST /api/get_user_id/': person(...(allowed.length > 0 ? allowed : MANAGER)),
      'GET /api/incident_by_jira_id/': incident(),
      'GET /api/get_messages/': {
        messages: [
          message(1),
          message(2, {
            title: 'Internal Update',
            message_type: 'Internal Update',
            body: { en: '<p>Ours</p>' },
          }),
        ],
      },
      'GET /api/broadcasts/': { broadcasts: [], more_results: false },
      'GET /api/v4/get_p2_alert_types': {
        payload: { P1: types('Update', 'Internal Update'), P2: types('Notification') },
      },
      'GET /api/get_email_components': {
        services: [
          {
            priority_type: 'P1',
            message_type: 'Update',
            display_names: ['Next Update'],
            system_names: ['next_update'],
          },
        ],
      },
      'GET /api/templates': {
        templates: [
          { pkey: 3, title: 'Calm', body: '<p>All is well</p>', template_type: 'message' },
          { pkey: 4, title: 'Plan', body: '', template_type: 'notification' },
        ],
      },
      'GET /api/locales': {
        data: [
          { system_key: 'en', display_name: 'English' },
          { system_key: 'ja', display_name: '日本語' },
        ],
      },
      ...changed,
    },
    '/edit/OPI-7',
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const option = (label: string) =>
  within(screen.getByLabelText(new RegExp(`^${label}`)))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('messages are listed newest first with their previews cut at 110 characters', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Messages on this incident' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.querySelectorAll('td')[2]?.textContent)).toEqual([
    'Ours',
    `${'x'.repeat(110)}…`,
  ])
  expect(within(rows[0] as HTMLElement).getByText('internal')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('OPI-7  Messages')
})

test('what may not be done has no button', async () => {
  await open({}, 'edit_p1_message')
  await screen.findByRole('button', { name: /^Edit: Update/ })
  expect(screen.queryByRole('button', { name: 'Create message' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit: Internal Update/ })).toBeNull()
})

test('a template keeps what was typed, and no template brings it back', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create message' }))
  const body = () => screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
  await userEvent.type(body(), 'Mine')
  await userEvent.selectOptions(screen.getByLabelText(/^Template/), 'Calm')
  expect(body().value).toBe('<p>All is well</p>')
  expect(screen.getByText('What you had typed comes back when you choose no template.')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText(/^Template/), 'No template')
  expect(body().value).toBe('Mine')
})

test('whoever may not write on an internal incident reads why there is no type', async () => {
  await open({ 'GET /api/incident_by_jira_id/': incident({ isInternal: 'Y' }) }, 'create_p1_message')
  await userEvent.click(await screen.findByRole('button', { name: 'Create message' }))
  expect(option('Message type')).toEqual([''])
  expect(screen.getByText(/^This incident is internal.*create_is_internal_message/)).toBeTruthy()
})

test('with broadcast N it is posted at once, with everything that was filled in', async () => {
  const posted = { message: message(3), broadcast_id: null }
  const { sent } = await open({ 'POST /api/create_message/': posted })
  await userEvent.click(await screen.findByRole('button', { name: 'Create message' }))
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' })
  expect(submit().disabled).toBe(true)
  expect(option('Template')).toEqual(['No template', 'Calm'])
  await userEvent.selectOptions(screen.getByLabelText(/^Template/), 'Calm')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Body/).value).toBe('<p>All is well</p>')
  await userEvent.selectOptions(screen.getByLabelText(/^Message type/), 'Update')
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  await userEvent.type(screen.getByLabelText('Impact'), 'Reports')
  await userEvent.click(submit())
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

const PREVIEW = {
  audience: 'EXTERNAL',
  total: 1234,
  recipients: [{ locale: 'en', people: 1234 }],
  mails: [{ locale: 'en', subject: 'A subject', html: '<p>All is well</p>', text: '' }],
  fallback_locales: ['ja'],
}

async function fillBroadcast() {
  await userEvent.click(await screen.findByRole('button', { name: 'Create message' }))
  await userEvent.selectOptions(screen.getByLabelText(/^Message type/), 'Update')
  await userEvent.type(screen.getByLabelText(/^Body/), 'All is well')
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  expect(screen.getByText('Next Update required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Next Update/), '15:00')
  await press('Go on to confirmation')
}

test('with broadcast Y a second look shows audience and number, and Back touches the body again', async () => {
  const { sent } = await open({ 'POST /api/preview_message/': PREVIEW })
  await fillBroadcast()
  expect(await screen.findByText(/These e-mails go EXTERNAL/)).toBeTruthy()
  expect(screen.getByText('Recipients: 1,234.')).toBeTruthy()
  expect(screen.getByText('A subject')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Confirm: send to EXTERNAL' })).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname === '/api/create_message/')).toBe(false)
  await press('Back')
  await userEvent.clear(screen.getByLabelText(/^Body/))
  expect(screen.getByText('Issue with Message Body')).toBeTruthy()
})

test('a failure that speaks of 504 counts as sent; any other keeps the form and tells the reason', async () => {
  let answer = new Refused(400, 'the dog ate it')
  await open({ 'POST /api/preview_message/': PREVIEW, 'POST /api/create_message/': () => answer })
  await fillBroadcast()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm: send to EXTERNAL' }))
  await waitFor(() => expect(readToasts()[0]).toMatchObject({ reason: 'the dog ate it' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  answer = new Refused(502, 'upstream said 504')
  await press('Confirm: send to EXTERNAL')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readToasts().some(({ message: text }) => text === 'The message has been posted')).toBe(true)
})

test('what was confirmed is sent in the words that were shown, and a second try is the same create', async () => {
  const translations = { ja: '<p>順調です</p>' }
  const shown = { ...PREVIEW, fallback_locales: [], translations }
  let answer: unknown = new Refused(400, 'the dog ate it')
  const { sent } = await open({
    'POST /api/preview_message/': shown,
    'POST /api/create_message/': () => answer,
  })
  const created = () => sent.filter(({ url }) => url.pathname === '/api/create_message/')
  await fillBroadcast()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm: send to EXTERNAL' }))
  await waitFor(() => expect(created()).toHaveLength(1))
  expect(created()[0]?.body).toMatchObject({ broadcast: 'Y', translations })
  answer = { message: message(3), broadcast_id: 1 }
  await press('Confirm: send to EXTERNAL')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(created()[1]?.body).toEqual(created()[0]?.body)
})

test('for an internal incident only internal types are offered', async () => {
  await open({ 'GET /api/incident_by_jira_id/': incident({ isInternal: 'Y' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create message' }))
  await waitFor(() => expect(option('Message type')).toEqual(['', 'Internal Update']))
})

test('an edit asks for a change, and another language has no relocalize choice', async () => {
  const { sent } = await open({ 'PUT /api/update_message_body/': { message: message(1) } })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit: Update/ }))
  expect(screen.getByText('Must Change A Value')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'No' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'ja')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText('Value Missing')).toBeTruthy()
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

test('keeping mine leaves to the other person the type and the texts that only they changed', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: /^Edit: Update/ }))
  const body = screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
  await userEvent.clear(body)
  await userEvent.type(body, 'Mine')
  await press('Save changes')
  const rows = within(await screen.findByRole('alert'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows.slice(1)).toEqual([
    ['Message type', 'Resolved', '—'],
    ['Body (English)', 'Theirs', 'Mine'],
    ['Body (日本語)', '解決', '—'],
  ])
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

test('a broadcast shows how far it is, and a failed mail with the server’s words', async () => {
  const broadcast = {
    broadcast_id: 9,
    kind: 'incident_message',
    reference: 'OPI-7',
    message_id: 1,
    message_type: 'Update',
    audience: 'EXTERNAL',
    subject: '[OPI-7] Update',
    created_by: 'ines.incident@acme.example',
    created_date: '2026-08-20T12:00:00.000Z',
    progress: { queued: 0, sent: 1999, deferred: 0, failed: 1, stopped: 0 },
  }
  const failed = { delivery_id: 5, email: 'ana@example.com', response: '550 no such bird' }
  const { sent } = await open({
    'GET /api/broadcasts/': { broadcasts: [broadcast], more_results: false },
    'GET /api/deliveries/': { deliveries: [failed], more_results: false },
    'PUT /api/deliveries/retry/': { retried: 1 },
  })
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe(
    'Queued: 0, Sent: 1,999, Deferred: 0, Failed: 1',
  )
  expect(await screen.findByText('550 no such bird')).toBeTruthy()
  await press('Try again ana@example.com')
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      broadcast_id: 9,
      delivery_id: 5,
    }),
  )
})

test('an incident nobody knows is said to be unknown, and an empty one has nothing said about it', async () => {
  await open({ 'GET /api/get_messages/': { messages: [] } })
  expect(await screen.findByText('Nothing has been said about this incident yet')).toBeTruthy()
  expect(await screen.findByText('Nothing has been mailed about this incident')).toBeTruthy()
})

test('messages that cannot be loaded are told', async () => {
  await open({ 'GET /api/get_messages/': new Refused(400, 'no messages') })
  expect((await screen.findByRole('alert')).textContent).toContain('no messages')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for messages'))
})
