import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import type { QueryState } from '../shared/query-state.ts'
import { LoadError, Loaded } from './Loaded.tsx'

const query = (state: Partial<QueryState<string>>): QueryState<string> => ({
  data: undefined,
  error: null,
  refetch: vi.fn(),
  ...state,
})
const texts = { failure: 'Names could not be loaded', loading: 'Names are loading', rows: 3 }

test('shows a skeleton until the data is there', async () => {
  await renderPage(<Loaded query={query({})} {...texts} />, {})
  expect((await screen.findByRole('status')).textContent).toBe('Names are loading')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('goes on showing the data when a reload fails', async () => {
  const failed = query({ data: 'Travel', error: new Error('away') })
  await renderPage(
    <Loaded query={failed} {...texts}>
      {(name) => <p>{name}</p>}
    </Loaded>,
    {},
  )
  expect(await screen.findByText('Travel')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('retries what failed: the whole query or its next page', async () => {
  const [refetch, fetchNextPage] = [vi.fn(), vi.fn()]
  const failed = query({ error: new Error('away'), refetch, fetchNextPage, isFetchNextPageError: false })
  await renderPage(<Loaded query={failed} {...texts} />, {})
  expect((await screen.findByRole('alert')).textContent).toContain('Names could not be loaded')
  await userEvent.click(screen.getByRole('button'))
  expect([refetch.mock.calls.length, fetchNextPage.mock.calls.length]).toEqual([1, 0])
  cleanup()
  await renderPage(
    <LoadError query={{ ...failed, isFetchNextPageError: true }} failure={texts.failure} />,
    {},
  )
  await userEvent.click(await screen.findByRole('button'))
  expect([refetch.mock.calls.length, fetchNextPage.mock.calls.length]).toEqual([1, 1])
})
