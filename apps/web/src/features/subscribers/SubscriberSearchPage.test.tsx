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

const open = (exists: unknown = { exists: true }, more: Answers = {}) =>
  renderPage(
    <>
      <Where />
      <SubscriberSearchPage />
    </>,
    { 'GET /api/subscriber_exists/': exists, ...more },
    '/comm_history',
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: /E-mail address/ })
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const where = () => screen.getByTestId('where').textContent

test('a subscriber that there is opens by their address in hexadecimal digits; Enter submits', async () => {
  const { sent } = await open()
  expect((await box()).type).toBe('email')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Subscriber search')
  await userEvent.type(await box(), `${ANA}{Enter}`)
  await waitFor(() => expect(where()).toBe(`/comm_history/u/${toHex(ANA)}`))
  expect(sent.find(({ url }) => url.pathname === '/api/subscriber_exists/')?.url.search).toBe(
    `?email=${encodeURIComponent(ANA)}`,
  )
})

test('the address is taken as it was typed, without what is around it', async () => {
  await open()
  await userEvent.type(await box(), ' Ana@Example.com ')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(where()).toBe(`/comm_history/u/${toHex('Ana@Example.com')}`))
})

test('one that there is not is said to not exist, what is typed stays, and their history can be seen', async () => {
  await open({ exists: false })
  await userEvent.type(await box(), `${ANA}{Enter}`)
  expect(await screen.findByText('User Does Not Exist')).toBeTruthy()
  expect((await box()).value).toBe(ANA)
  expect(where()).toBe('/comm_history')
  expect(
    screen.getByRole('link', { name: `Show what was mailed to ${ANA} all the same` }).getAttribute('href'),
  ).toBe(`/comm_history/u/${toHex(ANA)}`)
  await userEvent.type(await box(), 'x')
  expect(screen.queryByText('User Does Not Exist')).toBeNull()
})

test.each(['', 'ana', 'ana@', 'ana@example', 'a na@example.com'])(
  '%j is no address and is not asked for',
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

test('what is typed on while the answer is on its way leads nowhere', async () => {
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
  expect(where()).toBe('/comm_history')
})

test('who submits by the button keeps the focus on it, and asks once however often it is pressed', async () => {
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

test('what is typed survives a reload', async () => {
  await open()
  await userEvent.type(await box(), 'ana@exa')
  cleanup()
  await open()
  expect((await box()).value).toBe('ana@exa')
})

test('a check that fails is told with its reason, and can be made again', async () => {
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
  await waitFor(() => expect(where()).toBe(`/comm_history/u/${toHex(ANA)}`))
})

test('offline nothing is asked for, and the reason is said', async () => {
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
