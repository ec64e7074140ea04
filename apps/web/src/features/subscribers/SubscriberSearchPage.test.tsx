import { toHex } from '@aviary/contract/subscribers/address'
import { useLocation } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SubscriberSearchPage } from './SubscriberSearchPage.tsx'

const ANA = 'ana@example.com'
const Where = () => <p data-testid="where">{useLocation().pathname}</p>

const open = (exists: unknown = { exists: true }, answers: Answers = {}, at = '/comm_history') =>
  renderPage(
    <>
      <Where />
      <SubscriberSearchPage />
    </>,
    {
      'GET /api/subscriber_exists/': exists,
      'GET /api/subscribers/paused/': { subscribers: [], more_results: false },
      'GET /api/locales': { data: [{ system_key: 'ja', display_name: '日本語' }] },
      ...answers,
    },
    at,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: /E-mail address/ })
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const getPath = () => screen.getByTestId('where').textContent

test('Enter opens an existing subscriber by the hexadecimal digits of the address', async () => {
  const { sent } = await open()
  expect((await box()).type).toBe('email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Subscriber search')
  await userEvent.type(await box(), `${ANA}{Enter}`)
  await waitFor(() => expect(getPath()).toBe(`/comm_history/u/${toHex(ANA)}`))
  expect(sent.find(({ url }) => url.pathname === '/api/subscriber_exists/')?.url.search).toBe(
    `?email=${encodeURIComponent(ANA)}`,
  )
})

test('the address is used as typed, without surrounding blanks', async () => {
  await open()
  await userEvent.type(await box(), ' Ana@Example.com ')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(getPath()).toBe(`/comm_history/u/${toHex('Ana@Example.com')}`))
})

test('an unknown address shows an error, keeps the input, and links to its history', async () => {
  await open({ exists: false })
  await userEvent.type(await box(), `${ANA}{Enter}`)
  expect(await screen.findByText('User Does Not Exist')).toBeTruthy()
  expect((await box()).value).toBe(ANA)
  expect(getPath()).toBe('/comm_history')
  expect(
    screen.getByRole('link', { name: `Show what was mailed to ${ANA} all the same` }).getAttribute('href'),
  ).toBe(`/comm_history/u/${toHex(ANA)}`)
  await userEvent.type(await box(), 'x')
  expect(screen.queryByText('User Does Not Exist')).toBeNull()
})

test.each(['', 'ana', 'ana@', 'ana@example', 'a na@example.com'])(
  '%j is rejected as an address without a request',
  async (text) => {
    const { sent } = await open()
    if (text) await userEvent.type(await box(), text)
    await userEvent.type(await box(), '{Enter}')
    expect(screen.getByText('Invalid Email')).toBeTruthy()
    expect((await box()).getAttribute('aria-invalid')).toBe('true')
    expect(sent.some(({ url }) => url.pathname === '/api/subscriber_exists/')).toBe(false)
    await userEvent.type(await box(), 'x')
    expect(screen.queryByText('Invalid Email')).toBeNull()
  },
)

test('an answer that arrives after further typing is ignored', async () => {
  const waiting = Promise.withResolvers<unknown>()
  await open(() => waiting.promise)
  await userEvent.type(await box(), `${ANA}{Enter}`)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  await waitFor(() => expect(isDisabled(button)).toBe(true))
  await userEvent.hover(button)
  expect(await screen.findByText('Checking…', { selector: '[role=tooltip] *' })).toBeTruthy()
  await userEvent.type(await box(), 'x')
  await act(async () => waiting.resolve({ exists: true }))
  expect(isDisabled(button)).toBe(false)
  expect(getPath()).toBe('/comm_history')
})

test('the submit button keeps the focus, and sends one request however often it is pressed', async () => {
  const waiting = Promise.withResolvers<unknown>()
  const { sent } = await open(() => waiting.promise)
  await userEvent.type(await box(), ANA)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  button.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(isDisabled(button)).toBe(true))
  await userEvent.keyboard('{Enter}')
  await act(async () => waiting.resolve({ exists: false }))
  expect(await screen.findByText('User Does Not Exist')).toBeTruthy()
  expect(document.activeElement).toBe(button)
  expect(sent.filter(({ url }) => url.pathname === '/api/subscriber_exists/')).toHaveLength(1)
})

test('the input survives a reload', async () => {
  await open()
  await userEvent.type(await box(), 'ana@exa')
  cleanup()
  await open()
  expect((await box()).value).toBe('ana@exa')
})

test('a failed check shows the reason and can be retried', async () => {
  let answer: unknown = new Refused(400, 'no looking today')
  await open(() => answer)
  await userEvent.type(await box(), `${ANA}{Enter}`)
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'Unable to check for the user', reason: 'no looking today' },
    ]),
  )
  answer = { exists: true }
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(getPath()).toBe(`/comm_history/u/${toHex(ANA)}`))
})

test('offline no request is sent, and the reason is shown', async () => {
  const { sent } = await open()
  await userEvent.type(await box(), ANA)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  expect(isDisabled(button)).toBe(true)
  await userEvent.hover(button)
  expect(await screen.findByText(/^You are offline/, { selector: '[role=tooltip] *' })).toBeTruthy()
  await userEvent.type(await box(), '{Enter}')
  expect(sent.some(({ url }) => url.pathname === '/api/subscriber_exists/')).toBe(false)
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
})

const paused = (id: number) => ({
  email: `p${id}@example.com`,
  locale: 'ja',
  paused_date: '2026-08-20T12:06:00.000Z',
  reason: '550 5.1.1 no such mailbox',
})
/** Answers as the server does, with 51 paused addresses. */
const fiftyOne = ({ url: { searchParams } }: { url: URL }) => {
  const from = Number(searchParams.get('start_at'))
  const all = Array.from({ length: 51 }, (_, id) => paused(id + 1))
  return { subscribers: all.slice(from, from + 50), more_results: from === 0 }
}
const pausedPanel = () => screen.findByRole('region', { name: 'Paused addresses' })

test('addresses to which mails are paused are listed with time and reason, page by page', async () => {
  const { sent } = await open(undefined, { 'GET /api/subscribers/paused/': fiftyOne })
  const panel = within(await pausedPanel())
  expect(await panel.findByText(/^Mails to these addresses came back\. They are mailed nothing/)).toBeTruthy()
  expect(panel.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Address',
    'Language',
    'Paused since',
    'The mail server said',
  ])
  const link = await panel.findByRole('link', { name: 'p1@example.com' })
  expect(link.getAttribute('href')).toBe(`/comm_history/u/${toHex('p1@example.com')}`)
  const row = link.closest('tr') as HTMLElement
  expect(row.querySelector('time')?.dateTime).toBe(paused(1).paused_date)
  expect(row.textContent).toContain('550 5.1.1 no such mailbox')
  expect(await within(row).findByText('日本語')).toBeTruthy()
  expect(panel.getByText('1 to 50')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Older' }))
  expect(await panel.findByText('51 to 51')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'p51@example.com' })).toBeTruthy()
  const asked = sent.filter(({ url }) => url.pathname === '/api/subscribers/paused/')
  expect(asked.map(({ url }) => url.search)).toEqual([
    '?start_at=0&response_size=50',
    '?start_at=50&response_size=50',
  ])
})

test('a page behind the last one says so, and leads back', async () => {
  const answers = { 'GET /api/subscribers/paused/': fiftyOne }
  await open(undefined, answers, '/comm_history?page=3')
  const panel = within(await pausedPanel())
  expect(await panel.findByText('no more addresses')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Newer' }))
  expect(await panel.findByText('51 to 51')).toBeTruthy()
})

test('without paused addresses there is no list of them', async () => {
  const { sent } = await open()
  await waitFor(() => expect(sent.some(({ url }) => url.pathname === '/api/subscribers/paused/')).toBe(true))
  await box()
  expect(screen.queryByText('Paused addresses')).toBeNull()
})

test('a list of paused addresses that cannot be loaded shows the reason', async () => {
  await open(undefined, { 'GET /api/subscribers/paused/': new Refused(400, 'no list today') })
  const panel = within(await pausedPanel())
  expect((await panel.findByRole('alert')).textContent).toContain('no list today')
})
