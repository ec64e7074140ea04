import type { Channel } from '@aviary/contract/channels/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aChannel, channelAnswers } from '../../../testing/channels.ts'
import { type Answers, renderPage } from '../../../testing/render.tsx'
import { chooseAction, openRowMenu } from '../../../testing/row.ts'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { ChannelsPage } from './ChannelsPage.tsx'

const AT = '2026-08-20T12:00:00.000Z'
const NOT_INTERNAL = /needs the action “See internal alert and message types”/

const open = (channel: Channel, allowed: string[], answers: Answers = {}) =>
  renderPage(
    <ChannelsPage />,
    {
      ...channelAnswers(...allowed),
      'GET /api/channels/': { channels: [channel], more_results: false },
      ...answers,
    },
    '/channels',
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** The actions of the channel that cannot be pressed, with the reason. */
async function readBarred(): Promise<Record<string, string>> {
  const items = await openRowMenu('Portal')
  return Object.fromEntries(
    items
      .filter((item) => item.getAttribute('aria-disabled') === 'true')
      .map(({ textContent }) => textContent?.split(/(?<=^(?:Edit|Send a test|[^…]*…))/) ?? [])
      .map(([label = '', reason = '']) => [label, reason]),
  )
}

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

test('who manages all channels takes over one whose owner is gone, by saving it unchanged', async () => {
  const channel = aChannel({ owner: null, paused: { reason: 'owner', since: null } })
  const { sent } = await open(channel, ['manage_channels'], {
    'PUT /api/channels/5/': { channel: aChannel({ version: 4 }) },
  })
  expect(await readBarred()).toEqual({
    'Resume…':
      'Its owner’s account is gone or lacks the right. Edit and save it: it is then yours and posts again',
  })
  await userEvent.keyboard('{Escape}')
  await chooseAction('Edit', 'Portal')
  expect(await screen.findByText(/Saving makes the channel yours, and it posts again\.$/)).toBeTruthy()
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Portal', version: 3 })
})

test('a channel that has its owner is not taken over and not saved unchanged', async () => {
  await open(aChannel({ paused: { reason: 'person', since: AT } }), ['manage_channels'])
  await chooseAction('Edit', 'Portal')
  expect(await screen.findByText('Must Modify A Value')).toBeTruthy()
  expect(screen.queryByText(/Saving makes the channel yours/)).toBeNull()
})

test('an owner who lost the right to internal messages can neither edit nor resume the channel', async () => {
  await open(aChannel({ audience: 'INTERNAL', paused: { reason: 'owner', since: null } }), [])
  const barred = await readBarred()
  expect(Object.keys(barred)).toEqual(['Edit', 'Resume…'])
  expect(barred.Edit).toMatch(NOT_INTERNAL)
  expect(barred['Resume…']).toMatch(/somebody who manages everybody’s channels can take it over$/)
})

test('who may see internal messages edits an internal channel', async () => {
  await open(aChannel({ audience: 'INTERNAL' }), ['view_is_internal_message'])
  expect(await readBarred()).toEqual({})
})

test.each([
  [[], true],
  [['view_is_internal_message'], false],
])('with the actions %j the audience INTERNAL is barred: %s', async (allowed, isBarred) => {
  await open(aChannel(), allowed)
  await press('Create channel')
  const internal = await screen.findByRole<HTMLInputElement>('radio', { name: /^INTERNAL/ })
  expect(internal.disabled).toBe(isBarred)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^EXTERNAL/ }).disabled).toBe(false)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryAllByText(NOT_INTERNAL)).toHaveLength(isBarred ? 1 : 0)
})

test('a channel whose key is lost can only be deleted', async () => {
  await open(aChannel({ paused: { reason: 'key', since: AT } }), [])
  const reason = 'The key that encrypted its address is lost: delete it and create it anew'
  expect(await readBarred()).toEqual({
    Edit: reason,
    'Send a test': reason,
    'Replace secret…': reason,
    'Resume…': reason,
  })
})
