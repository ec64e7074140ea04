import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused, renderPage } from '../../../../testing/render.tsx'
import { readToasts } from '../../../ui/toast-store.ts'
import { RetryFailed } from './RetryFailed.tsx'

const emailWith = (failed: number): SecurityEmail => ({
  id: 1,
  sec_comm_id: 7,
  company_id: 41,
  subject: 'Your key',
  body: '<p>Found</p>',
  sent_date: '2026-08-20T10:00:00.000Z',
  was_sent: 'Y',
  upload_source: 'MANUAL',
  import_id: null,
  comm_content_id: 1,
  content: null,
  content_type: 'text/html',
  progress: { queued: 0, sent: 3, deferred: 0, failed, stopped: 0, bounced: 0 },
  broadcast_id: 12,
  version: 2,
})

test('retries mails that failed for good, and reports what the server refuses', async () => {
  let answer: unknown = { retried: 2 }
  const { sent } = await renderPage(<RetryFailed email={emailWith(2)} />, {
    'PUT /api/deliveries/retry/': () => answer,
  })
  await screen.findByText('failed: 2')
  const again = await screen.findByRole('button', { name: 'Try all failed mails again' })
  await userEvent.click(again)
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toEqual(['The failed mails are tried again']),
  )
  expect(sent.find(({ url }) => url.pathname === '/api/deliveries/retry/')?.body).toMatchObject({
    broadcast_id: 12,
  })
  answer = new Refused(409, 'Nothing of it failed')
  await userEvent.click(again)
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toContain('Unable to try the mails again'),
  )
})

test('offers no retry if nothing failed', async () => {
  await renderPage(<RetryFailed email={emailWith(0)} />, {})
  expect(screen.queryByRole('button')).toBeNull()
})
