import { toHex } from '@aviary/contract/subscribers/address'
import { useLocation } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SubscriberSearchPage } from './SubscriberSearchPage.tsx'

const ANA = 'ana@example.com'
const Where = () => <p data-testid="where">{useLocation().pathname}</p>

const open = (exists: unknown = { exists: true }, answers: Answers = {}) =>
  renderPage(
    <>
      <Where />
      <SubscriberSearchPage />
    </>,
    { 'GET /api/subscriber_exists/': exists, ...answers },
    '/comm_history',
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
  expect(await screen.findByText('Checking…', { selector: '[role=tooltip]' })).toBeTruthy()
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
  expect(await screen.findByText(/^You are offline/, { selector: '[role=tooltip]' })).toBeTruthy()
  await userEvent.type(await box(), '{Enter}')
  expect(sent.some(({ url }) => url.pathname === '/api/subscriber_exists/')).toBe(false)
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
})
