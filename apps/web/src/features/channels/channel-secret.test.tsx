import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aChannel, channelAnswers } from '../../../testing/channels.ts'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ChannelsPage } from './ChannelsPage.tsx'

const ROTATE = 'PUT /api/channels/5/secret/'
const CREATE = 'POST /api/channels/'

const open = (call: string, answer: unknown) =>
  renderPage(
    <ChannelsPage />,
    {
      ...channelAnswers(),
      'GET /api/channels/': { channels: [aChannel()], more_results: false },
      [call]: answer,
    },
    '/channels',
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })

async function rotate() {
  await chooseAction('Replace secret…', 'Portal')
  await press('Replace the secret')
}

async function create() {
  await press('Create channel')
  await userEvent.type(await field('Name'), 'Other')
  await userEvent.type(await field('Address'), 'https://a.example')
  await userEvent.click(await screen.findByRole('radio', { name: /^EXTERNAL/ }))
  await press('Create')
}

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})

test.each([
  [ROTATE, rotate, 'Back'],
  [CREATE, create, 'Cancel'],
])('%s cannot be left before the secret is shown', async (call, act, leave) => {
  const answer = Promise.withResolvers<unknown>()
  await open(call, () => answer.promise)
  await act()
  await userEvent.keyboard('{Escape}')
  const dialog = await screen.findByRole('dialog')
  for (const name of [leave, 'Close']) {
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(true)
    await userEvent.click(button)
  }
  answer.resolve({ channel: aChannel(), secret: 'whsec_new' })
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  // The copy button, not the one that closes for ever what is shown once.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
  await press('I have kept it')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
test.each([
  [
    ROTATE,
    rotate,
    { answer: lost, text: /^The secret may have been replaced all the same: look at the list/ },
  ],
  [
    ROTATE,
    rotate,
    { answer: new Refused(503, 'busy'), text: /^The secret may have been replaced all the same/ },
  ],
  [ROTATE, rotate, { answer: new Refused(409, 'no'), text: /^The secret could not be replaced$/ }],
  [
    CREATE,
    create,
    { answer: lost, text: /^The channel may have been created all the same: look at the list/ },
  ],
  [
    CREATE,
    create,
    { answer: new Refused(500, 'oops'), text: /^The channel may have been created all the same/ },
  ],
  [CREATE, create, { answer: new Refused(400, 'no'), text: /^The channel could not be created$/ }],
])('%s that fails says whether it may have happened', async (call, act, { answer, text }) => {
  await open(call, answer)
  await act()
  await waitFor(() => expect(readToasts()[0]?.message).toMatch(text))
  const dialog = await screen.findByRole('dialog')
  const close = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close' })
  expect(close.disabled).toBe(false)
})
