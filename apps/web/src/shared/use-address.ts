import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The query string as texts, and how to change some of it. Empty texts leave the address. */
export function useAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = (key: string): string => (search[key] === undefined ? '' : String(search[key]))
  const write = useCallback(
    (changes: Record<string, string>) => {
      const next = (before: Record<string, unknown>) => {
        const all = Object.entries({ ...before, ...changes })
        return Object.fromEntries(
          all.filter(([, value]) => value !== '').map(([key, value]) => [key, plainly(value)]),
        )
      }
      navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return { read, write }
}

/** The router would put a text that reads as a number between quotes. */
export const plainly = (value: unknown): unknown =>
  typeof value === 'string' && String(Number.parseInt(value, 10)) === value ? Number(value) : value
