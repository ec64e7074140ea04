import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { PutOff } from './PutOff.tsx'

const NOW = '2026-08-20T12:40:30.000Z'
const DUE = '2026-08-20T12:30:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  closeAllToasts()
  vi.unstubAllGlobals()
})

const onClose = vi.fn()
const open = (promised = DUE, answer: unknown = {}) =>
  renderPage(<PutOff jiraId="OPI-1" promised={promised} onClose={onClose} />, {
    'PUT /api/put_off_update/': answer,
  })
const field = () => screen.findByLabelText<HTMLInputElement>('Update due at (UTC)')
const submit = () => screen.getByRole('button', { name: 'Put off' })

test('proposes half an hour from now, and sends what was seen, chosen and noted', async () => {
  const { sent } = await open()
  expect((await field()).value).toBe('2026-08-20T13:11')
  await userEvent.click(screen.getByRole('button', { name: 'in 1 hour' }))
  expect((await field()).value).toBe('2026-08-20T13:41')
  await userEvent.type(screen.getByLabelText('Why (optional, for staff)'), ' Vendor is on it ')
  await userEvent.click(submit())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    ...{ jira_id: 'OPI-1', promised: DUE, next_update_due: '2026-08-20T13:41:00.000Z' },
    note: 'Vendor is on it',
  })
  expect(readToasts().map(({ message }) => message)).toEqual(['The update of OPI-1 is put off'])
})

test('offers only times after the promise', async () => {
  await open('2026-08-20T13:20:00.000Z')
  expect((await field()).value).toBe('2026-08-20T13:50')
  expect(screen.queryByRole('button', { name: 'in 30 minutes' })).toBeNull()
  expect(screen.getByRole('button', { name: 'in 1 hour' })).toBeTruthy()
  await userEvent.clear(await field())
  await userEvent.type(await field(), '2026-08-20T13:10')
  expect(submit()).toHaveProperty('disabled', true)
  expect(screen.getAllByText(/Choose a time later than now and than the promise/)).not.toHaveLength(0)
})

test('stays open when the server refuses, and says why', async () => {
  await open(DUE, new Refused(409, 'The next update of OPI-1 is due at another time by now.'))
  await field()
  onClose.mockClear()
  await userEvent.click(submit())
  await waitFor(() => expect(readToasts()).toHaveLength(1))
  expect(readToasts()[0]).toMatchObject({ message: 'The update could not be put off' })
  expect(onClose).not.toHaveBeenCalled()
})
