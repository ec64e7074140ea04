import type { SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { chosenOf } from '@aviary/contract/subscriptions/rules'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { SubscriptionsPage } from './SubscriptionsPage.tsx'

const none = { services: [], data_centers: [], alert_types: [] }
const subscriptionOptions: SubscriptionOptions = {
  P1: none,
  P2: none,
  notifications: { data_centers: [], notification_types: [] },
}

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function open(stored: string[] | null) {
  let reminders = stored
  const userSubscriptions = chosenOf(subscriptionOptions)
  return renderPage(<SubscriptionsPage />, {
    'GET /api/v4/get_user_subscriptions/': () => ({ subscriptionOptions, userSubscriptions, reminders }),
    'POST /api/v4/subscribe/': ({ body }: { body: unknown }) => {
      reminders = (body as { reminders: string[] }).reminders
      return { userSubscriptions, reminders }
    },
  })
}
const box = (priority: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `${priority}: Reminders of missed updates` })

test('reminders are chosen by priority, kept until submitted, and discarded', async () => {
  const { sent } = await open(['P1'])
  expect([(await box('P1')).checked, (await box('P2')).checked]).toEqual([true, false])
  await userEvent.click(await box('P2'))
  expect(screen.getByText('unsaved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect((await box('P2')).checked).toBe(false)
  await userEvent.click(await box('P2'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull())
  const posted = sent.find(({ url }) => url.pathname === '/api/v4/subscribe/')
  expect(posted?.body).toMatchObject({ reminders: ['P1', 'P2'] })
  expect((await box('P2')).checked).toBe(true)
})

test('people outside are offered none', async () => {
  const { sent } = await open(null)
  await screen.findByRole('button', { name: 'Submit' })
  expect(screen.queryByText('Reminders of missed updates')).toBeNull()
  expect(sent.map(({ url }) => url.pathname)).toContain('/api/v4/get_user_subscriptions/')
})
