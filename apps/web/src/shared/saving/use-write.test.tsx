import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useWrite } from './use-write.ts'

const useBoth = (read: () => Promise<string>) => ({
  list: useQuery({ queryKey: ['templates'], queryFn: read }),
  write: useWrite(async () => 'stored', { topics: ['templates'] }),
})

test('what was being read for the first time during a write is read again', async () => {
  const client = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((answer) => answers.push(answer)))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useBoth(read), { wrapper })
  result.current.write.mutate()
  await waitFor(() => expect(result.current.write.isSuccess).toBe(true))
  answers[0]?.('before')
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  answers[1]?.('after')
  await waitFor(() => expect(result.current.list.data).toBe('after'))
  expect(read).toHaveBeenCalledTimes(2)
})
