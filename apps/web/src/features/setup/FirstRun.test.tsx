import type { SetupSteps } from '@aviary/contract/setup/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { FirstRun } from './FirstRun.tsx'

const source = {
  url: 'https://aviary.example/api/webhooks/jira',
  secret_in: 'file' as const,
  last_taken_date: null,
  refused: 0,
  refused_kinds: [],
}

const steps: SetupSteps = {
  administrator: { done: true, administrators: 1 },
  reference: { done: true, services: 14, data_centers: 1 },
  sources: { done: false, jira: source, alertmanager: source, github: source, api: source },
  mail: { done: false, is_configured: true, sender: 'status@acme.example', accepted_date: null },
  people: { done: true, sign_in: 'provider', people: 3, mapped_groups: 0 },
}

const render = (changed: Partial<SetupSteps> = {}, answers: object = {}) =>
  renderPage(<FirstRun />, {
    'GET /api/get_setup/': { state: 'open', administrators: ['ada'], steps: { ...steps, ...changed } },
    ...answers,
  })

const stepOf = async (title: string) =>
  within((await screen.findByRole('heading', { level: 3, name: title })).closest('li') as HTMLElement)

beforeEach(() => {
  closeAllToasts()
  vi.restoreAllMocks()
})

test('each step says what is known about it, and the first open one is marked', async () => {
  await render()
  expect(await screen.findByText('3 of 5 done')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3')
  expect(
    (await stepOf('Administrators done')).getByText(/1 person can do everything. Name a second/),
  ).toBeTruthy()
  expect(
    (await stepOf('Services and data centers done')).getByText(/14 services, 1 data center\./),
  ).toBeTruthy()
  expect((await stepOf('People done')).getByText(/3 people have a role. No group/)).toBeTruthy()
  const [current, ...more] = screen
    .getAllByRole('listitem')
    .filter((step) => step.getAttribute('aria-current') === 'step')
  expect([current?.querySelector('h3')?.textContent, more]).toEqual(['Connect what knows about trouble', []])
})

test('a source says what it took, and leads to the names that were refused', async () => {
  const jira = {
    ...source,
    last_taken_date: new Date().toISOString(),
    refused: 2,
    refused_kinds: ['service', 'severity'],
  }
  const alertmanager = { ...source, secret_in: null }
  await render({ sources: { ...steps.sources, jira, alertmanager } })
  const box = within(await screen.findByRole('region', { name: 'Jira' }))
  expect(box.getByText('Connected')).toBeTruthy()
  expect(box.getByText(/Last taken:/)).toBeTruthy()
  const link = box.getByRole('link', { name: '2 records refused, not known: service, severity' })
  expect(link.getAttribute('href')).toBe('/administration/reference/unknown_names')
  const other = within(screen.getByRole('region', { name: 'Alertmanager' }))
  expect(other.getByText('Waiting')).toBeTruthy()
  expect(other.getByText('No service token allows this yet: add one.')).toBeTruthy()
})

test('what the clipboard refuses is selected', async () => {
  await render()
  const box = within(await screen.findByRole('region', { name: 'Jira' }))
  const copy = box.getByRole('button', { name: 'Copy' })
  const user = userEvent.setup({ writeToClipboard: false })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await user.click(copy)
  await waitFor(() => expect(box.getByRole('status').textContent).toContain('The text is selected'))
  expect(String(window.getSelection())).toBe(source.url)
})

test('a test mail that is refused tells the mail server’s words', async () => {
  const { sent } = await render(
    {},
    { 'POST /api/send_test_mail/': () => new Refused(503, '552 mailbox full') },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test mail to me' }))
  await waitFor(() => expect(readToasts()[0]).toMatchObject({ reason: expect.stringContaining('552') }))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ locale: 'en' })
})

test('without a mail server it says what to set', async () => {
  await render({ mail: { ...steps.mail, is_configured: false } })
  const mail = await stepOf('Mail')
  expect(mail.getByText(/Set SMTP_URL/)).toBeTruthy()
  expect(mail.queryByRole('button')).toBeNull()
})

test('the list goes away when it is hidden', async () => {
  let isHidden = false
  await render(
    {},
    {
      'GET /api/get_setup/': () =>
        isHidden ? { state: 'done', administrators: [] } : { state: 'open', administrators: [], steps },
      'POST /api/hide_setup/': () => {
        isHidden = true
        return { state: 'done' }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Hide the list' }))
  await waitFor(() => expect(screen.queryByText('Set up Aviary')).toBeNull())
})

test('others read who is on it', async () => {
  await render({}, { 'GET /api/get_setup/': { state: 'open', administrators: ['ada@acme.example'] } })
  expect(await screen.findByText('Not set up yet. ada@acme.example is on it.')).toBeTruthy()
})
