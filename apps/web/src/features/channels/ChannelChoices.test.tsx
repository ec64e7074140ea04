import type { Channel } from '@aviary/contract/channels/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aChannel, channelAnswers } from '../../../testing/channels.ts'
import { renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { ChannelsPage } from './ChannelsPage.tsx'

const NOTHING = 'Nothing is chosen yet: this channel hears about nothing.'

const open = (channel: Channel) =>
  renderPage(
    <ChannelsPage />,
    {
      ...channelAnswers(),
      'GET /api/channels/': { channels: [channel], more_results: false },
      'PUT /api/channels/5/': { channel: aChannel({ version: 4 }) },
    },
    '/channels',
  )

const reason = () => within(screen.getByRole('dialog')).queryByRole('status')?.textContent
const click = async (role: string, name: string) => userEvent.click(await screen.findByRole(role, { name }))

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

/** Of an alert type that the person is not offered. */
const HIDDEN = { services: ['Expense'], data_centers: ['us2'], alert_types: [99] }

test('a category that looks incomplete, because a choice is hidden, is saved as it was', async () => {
  const { subscriptions } = aChannel()
  const { sent } = await open(aChannel({ subscriptions: { ...subscriptions, P1: HIDDEN } }))
  await chooseAction('Edit', 'Portal')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2')
  expect(reason()).toBeUndefined()
  await click('checkbox', 'Analysis, P1')
  expect(reason()).toBe('Not complete yet: P1.')
  await click('checkbox', 'Analysis, P1')
  await click('button', 'Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    subscriptions: { P1: { services: ['Expense'], data_centers: ['us2'], alert_types: [] } },
  })
})

test('says that nothing is chosen only if nothing is', async () => {
  await open(aChannel())
  await click('button', 'Create channel')
  expect(await screen.findByText(NOTHING)).toBeTruthy()
  await click('checkbox', 'Expense, P1')
  expect(screen.queryByText(NOTHING)).toBeNull()
  await click('checkbox', 'Expense, P1')
  expect(screen.getByText(NOTHING)).toBeTruthy()
})

test('offers the events that the channel can get, requires one, and keeps the choice of the others', async () => {
  const { sent } = await open(aChannel({ events: ['messages', 'reminders'] }))
  await chooseAction('Edit', 'Portal')
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  expect((await box('Messages')).checked).toBe(true)
  expect((await box('Incidents')).checked).toBe(false)
  expect(screen.queryByRole('checkbox', { name: 'Overdue updates' })).toBeNull()
  await click('checkbox', 'Messages')
  expect(reason()).toBe('Choose at least one kind of event')
  await click('checkbox', 'Status')
  await click('button', 'Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ events: ['status', 'reminders'] })
})

test('a chat is offered neither incidents nor the status, an INTERNAL channel also reminders', async () => {
  await open(aChannel({ kind: 'teams', audience: 'INTERNAL', events: ['messages', 'status'] }))
  expect(await screen.findByText(/; only Messages$/)).toBeTruthy()
  await click('button', 'Create channel')
  expect(await screen.findByRole('checkbox', { name: 'Incidents' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Microsoft Teams')
  for (const name of ['Incidents', 'Status', 'Overdue updates'])
    expect(screen.queryByRole('checkbox', { name })).toBeNull()
})
