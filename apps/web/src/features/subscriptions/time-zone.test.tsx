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

function open(stored: string | null, at = '/') {
  let time_zone = stored
  const userSubscriptions = chosenOf(subscriptionOptions)
  return renderPage(
    <SubscriptionsPage />,
    {
      'GET /api/v4/get_user_subscriptions/': () => ({
        ...{ subscriptionOptions, userSubscriptions, reminders: null, time_zone },
      }),
      'POST /api/v4/subscribe/': ({ body }: { body: unknown }) => {
        time_zone = (body as { time_zone: string | null }).time_zone
        return { userSubscriptions, reminders: null, time_zone }
      },
    },
    at,
  )
}
const field = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time zone' })
const posted = ({ sent }: Awaited<ReturnType<typeof open>>) =>
  sent.filter(({ url }) => url.pathname === '/api/v4/subscribe/').map(({ body }) => body)

test('a zone is chosen, kept until submitted, discarded, and taken back', async () => {
  const page = await open(null)
  expect((await field()).selectedOptions[0]?.textContent).toBe('UTC only')
  await userEvent.selectOptions(await field(), 'Asia/Tokyo')
  expect(screen.getByText('unsaved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect((await field()).value).toBe('')
  await userEvent.selectOptions(await field(), 'Asia/Tokyo')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull())
  expect((await field()).value).toBe('Asia/Tokyo')
  await userEvent.selectOptions(await field(), '')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull())
  expect(posted(page)).toMatchObject([{ time_zone: 'Asia/Tokyo' }, { time_zone: null }])
})

test('a zone that this browser does not list stays as it is', async () => {
  await open('Asia/Calcutta')
  expect((await field()).value).toBe('Asia/Calcutta')
  expect(screen.queryByText('unsaved')).toBeNull()
})

test('the zone of somebody else is not offered', async () => {
  await open('Asia/Tokyo', '/?email=ana@example.com')
  await screen.findByRole('button', { name: 'Submit' })
  expect(screen.queryByRole('combobox', { name: 'Time zone' })).toBeNull()
})
