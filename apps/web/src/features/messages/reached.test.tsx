import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fillBroadcast, open, PREVIEW, REACHED_COMPANIES } from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const TWO_LANGUAGES = {
  ...PREVIEW,
  recipients: [
    { locale: 'en', people: 1230 },
    { locale: 'ja', people: 4 },
  ],
  mails: ['en', 'ja'].map((locale) => ({
    locale,
    subject: 'A subject',
    html: '<p>All is well</p>',
    text: '',
  })),
}
const person = (email: string, locale: string, company: string | null) => ({ email, locale, company })

async function confirm(answers: Answers = {}) {
  const { sent } = await open({ 'POST /api/preview_message/': TWO_LANGUAGES, ...answers })
  await fillBroadcast()
  await screen.findByText(/These e-mails go EXTERNAL/)
  return (path: string) => sent.filter(({ url }) => url.pathname === path).map(({ url }) => url.searchParams)
}
const rows = (list: string) =>
  within(screen.getByRole('group', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the confirmation shows the numbers of people, by language, and of companies', async () => {
  await confirm()
  expect(await screen.findByText('At 2 of 310 companies')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByText('Recipients: 1,234.').closest('p')?.textContent).toBe(
      'Recipients: 1,234. English: 1,230 · 日本語: 4',
    ),
  )
})

test('the confirmation counts the channels by kind, and names those that the person may see', async () => {
  const channel = { kind: 'webhook', is_paused: false }
  const listed = [
    { ...channel, channel_id: 1, name: 'Customer portal' },
    { ...channel, channel_id: 2, name: 'On-call', is_paused: true },
  ]
  const channels = { total: 3, kinds: [{ kind: 'webhook', channels: 3 }], paused: 1, listed }
  await confirm({ 'POST /api/preview_message/': { ...TWO_LANGUAGES, channels } })
  expect(screen.getByText('Channels that are told: 3.').closest('p')?.textContent).toBe(
    'Channels that are told: 3. Webhook: 3 · Paused, not told: 1',
  )
  await userEvent.click(screen.getByText('Which channels'))
  const names = within(screen.getByText('Which channels').closest('details') as HTMLElement)
  expect(names.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Customer portal Webhook',
    'On-call Webhook · paused',
  ])
  expect(names.getByText(/^You see 2 of 4: the others belong to other people/)).toBeTruthy()
})

test('without channels the confirmation says nothing of them', async () => {
  await confirm()
  expect(screen.queryByText(/Channels that are told/)).toBeNull()
})

test('people who may see no channel read only how many there are', async () => {
  const channels = { total: 1, kinds: [{ kind: 'webhook', channels: 1 }], paused: 0, listed: [] }
  await confirm({ 'POST /api/preview_message/': { ...TWO_LANGUAGES, channels } })
  expect(screen.getByText('Channels that are told: 1.')).toBeTruthy()
  expect(screen.queryByText('Which channels')).toBeNull()
})

test('the people are listed with company and the language they read, searched, and loaded by the page', async () => {
  const asked = await confirm({
    'GET /api/reached/': ({ url }: { url: URL }) => ({
      people:
        url.searchParams.get('start_at') === '0'
          ? [person('ana@heron.example', 'ja', 'Heron Ltd'), person('bo@ibis.example', 'de', null)]
          : [person('cy@ibis.example', 'en', 'Ibis Inc')],
      more_results: url.searchParams.get('start_at') === '0',
    }),
  })
  const see = screen.getByRole('button', { name: 'See the 1,234 people' })
  expect(see.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(see)
  expect(see.getAttribute('aria-expanded')).toBe('true')
  const more = await screen.findByRole('button', { name: 'Show more' })
  await waitFor(() =>
    expect(rows('People who get it')).toEqual([
      'ana@heron.example Heron Ltd · 日本語',
      'bo@ibis.example English',
    ]),
  )
  await userEvent.click(more)
  await waitFor(() => expect(rows('People who get it')).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'People who get it' })),
  )
  await userEvent.type(screen.getByLabelText('Address begins with, or company contains'), ' Heron ')
  await waitFor(() => expect(asked('/api/reached/').at(-1)?.get('search')).toBe('Heron'))
  expect(Object.fromEntries(asked('/api/reached/').at(-1) ?? [])).toMatchObject({
    jira_id: 'OPI-7',
    message_type: 'Update',
  })
  await userEvent.click(see)
  expect(screen.queryByRole('group', { name: 'People who get it' })).toBeNull()
})

test('the companies are listed with their number of people, and those without a company are counted', async () => {
  const people = { people: [], more_results: false }
  await confirm({
    'GET /api/reached/': people,
    'GET /api/reached_companies/': { ...REACHED_COMPANIES, without_company: 5 },
  })
  await press('See the 1,234 people')
  expect(await screen.findByText('No matches')).toBeTruthy()
  const byCompany = screen.getByRole('button', { name: 'By company' })
  await userEvent.click(byCompany)
  expect(byCompany.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText('Company contains')).toBeTruthy()
  await waitFor(() =>
    expect(rows('Companies whose people get it')).toEqual(['Heron Ltd 1,233 people', 'Ibis Inc 1 person']),
  )
  expect(screen.getByText('5 more people belong to no known company.')).toBeTruthy()
})

test('either who is reached or who is not is shown', async () => {
  await confirm({
    'GET /api/reached/': { people: [person('ana@heron.example', 'en', null)], more_results: false },
    'GET /api/not_reached/': {
      people: [
        { email: 'dee@jay.example', locale: 'en', reason: 'services' },
        { email: 'eve@jay.example', locale: 'en', reason: 'paused' },
      ],
      more_results: false,
    },
  })
  await press('See the 1,234 people')
  await screen.findByText('ana@heron.example')
  await press('Who is not reached, and why?')
  await screen.findByText('dee@jay.example')
  expect(rows('Who is not reached, and why?')).toEqual([
    'dee@jay.example subscribes to other services',
    'eve@jay.example mails to this address are paused, because they came back',
  ])
  expect(screen.queryByText('ana@heron.example')).toBeNull()
})

test('a failed list can be loaded again', async () => {
  let isBroken = true
  await confirm({
    'POST /api/preview_message/': { ...TWO_LANGUAGES, total: 1, recipients: [{ locale: 'en', people: 1 }] },
    'GET /api/reached/': () =>
      isBroken
        ? new Refused(400, 'Broken')
        : { people: [person('ana@heron.example', 'en', null)], more_results: false },
    'GET /api/reached_companies/': new Refused(400, 'Broken'),
  })
  await press('See the 1 person')
  expect(await screen.findByText('This list could not be loaded')).toBeTruthy()
  isBroken = false
  await press('Try again')
  expect(await screen.findByText('ana@heron.example')).toBeTruthy()
})

test('if nobody is reached, only the others can be listed', async () => {
  await confirm({
    'POST /api/preview_message/': { ...TWO_LANGUAGES, total: 0, recipients: [] },
    'GET /api/reached_companies/': { ...REACHED_COMPANIES, companies: [], total_companies: 0 },
  })
  await screen.findByText('At 0 of 310 companies')
  expect(screen.queryByRole('button', { name: /^See/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Who is not reached, and why?' })).toBeTruthy()
})
