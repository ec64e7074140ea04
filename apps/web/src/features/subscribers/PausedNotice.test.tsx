import { toHex } from '@aviary/contract/subscribers/address'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { setCaller } from '../../shared/api.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SubscriberDetailsPage } from './SubscriberDetailsPage.tsx'

const ANA = 'ana@example.com'
const NOTHING = { services: [], data_centers: [], alert_types: [] }
const PAUSED = { paused_date: '2026-08-20T12:06:00.000Z', reason: '550 5.1.1 no such mailbox' }
const chosenWith = (paused: typeof PAUSED | null) => ({
  ...{ verified: true, locale: 'en', paused },
  subscriptions: { P1: NOTHING, P2: NOTHING, notifications: { data_centers: [], notification_types: [] } },
})
const AS_PAUSED = { 'GET /api/v1/all_user_subscriptions/': chosenWith(PAUSED) }

const personWith = (...allowed_actions: string[]): Answers => ({
  'POST /api/get_user_id/': {
    data: {
      email: 'sam@acme.example',
      preferences: {},
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions },
    },
  },
})

const open = (changed: Answers = {}, email = ANA) =>
  renderPage(
    <SubscriberDetailsPage />,
    {
      ...personWith('view_subscriber_comm_history'),
      'GET /api/subscriber_exists/': { exists: true },
      'GET /api/v1/get_comm_history/': { comms: [], is_cut: false },
      'GET /api/v1/all_user_subscriptions/': chosenWith(null),
      'GET /api/broadcasts/': { broadcasts: [], more_results: false },
      ...changed,
    },
    `/comm_history/u/${toHex(email)}`,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  setCaller('sam@acme.example')
  vi.unstubAllGlobals()
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads the token from this cookie
  document.cookie = 'tokens=the-token'
})

const resumeButton = () => screen.findByRole('button', { name: 'Resume mails' })
const tooltipOf = async (button: HTMLElement) => {
  await userEvent.hover(button)
  return (await screen.findByText(/./, { selector: '[role=tooltip] *' })).textContent
}

test('an address whose mails are paused says since when and why, and its mails can be resumed', async () => {
  let paused: typeof PAUSED | null = PAUSED
  const { sent } = await open({
    ...personWith('edit_subscriptions'),
    'GET /api/v1/all_user_subscriptions/': () => chosenWith(paused),
    'PUT /api/subscribers/resume/': () => {
      paused = null
      return { email: ANA }
    },
  })
  expect(await screen.findByText('Mails to this address are paused, because they came back.')).toBeTruthy()
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  expect(fact('Paused since')?.querySelector('time')?.dateTime).toBe(PAUSED.paused_date)
  expect(fact('The mail server said')?.textContent).toBe(PAUSED.reason)
  expect(screen.getByText(/^Nothing is mailed to it until the mails are resumed\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Resume mails' }))
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'success', message: 'Mails are sent to this address again' },
    ]),
  )
  expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
    url: { pathname: '/api/subscribers/resume/' },
    body: { email: ANA, audit_log_data: { application_name: 'Aviary', action_name: 'Resume Mails' } },
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume mails' })).toBeNull())
})

test('mails that are not paused show no notice', async () => {
  await open()
  await screen.findByText('0 of 3')
  expect(screen.queryByText(/are paused/)).toBeNull()
})

test('resuming needs the right to change what others are subscribed to, and says so', async () => {
  const { sent } = await open(AS_PAUSED)
  const button = await resumeButton()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(await tooltipOf(button)).toBe(
    'To resume them needs the action “Change what others are subscribed to”.',
  )
  await userEvent.click(button)
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
})

test('one resumes the mails to oneself without that right', async () => {
  const answers = { ...AS_PAUSED, 'PUT /api/subscribers/resume/': { email: 'sam@acme.example' } }
  await open(answers, 'Sam@acme.example')
  await userEvent.click(await resumeButton())
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'success' }]))
})

test('offline, mails cannot be resumed', async () => {
  await open({ ...AS_PAUSED, ...personWith('edit_subscriptions') })
  const button = await resumeButton()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(await tooltipOf(button)).toMatch(/^You are offline/)
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
})

test('a failed resumption shows the reason, and the notice stays', async () => {
  await open({
    ...AS_PAUSED,
    ...personWith('edit_subscriptions'),
    'PUT /api/subscribers/resume/': new Refused(400, 'not now'),
  })
  await userEvent.click(await resumeButton())
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'The mails could not be resumed', reason: 'not now' },
    ]),
  )
  expect(document.activeElement).toBe(await resumeButton())
})
