import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Reads and changes parameters of the URL; empty ones are removed. Once the person is leaving the screen, debounced
 * values are not written into the URL of the next one.
 */
export function useAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const router = useRouter()
  const navigate = useNavigate()
  const own = useMatch({ strict: false, select: ({ pathname }) => plainPath(pathname) })
  const read = (key: string): string => (search[key] === undefined ? '' : String(search[key]))
  const write = useCallback(
    (changes: Record<string, string>) => {
      if (plainPath(router.latestLocation.pathname) !== own) return
      const next = (before: Record<string, unknown>) => {
        const all = Object.entries({ ...before, ...changes })
        return Object.fromEntries(
          all.filter(([, value]) => value !== '').map(([key, value]) => [key, plainly(value)]),
        )
      }
      navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
    },
    [navigate, router, own],
  )
  return { read, write }
}

const plainPath = (path: string): string => path.replace(/\/+$/, '')

/** The router would write quotes around a text that looks like a number. */
export const plainly = (value: unknown): unknown =>
  typeof value === 'string' && String(Number.parseInt(value, 10)) === value ? Number(value) : value
