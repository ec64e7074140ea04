import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * The query string as texts, and how to change some of it. Empty texts leave the address. What is written when its screen
 * is being left already, as a filter that was still resting, is not written into the next screen's address.
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

/** The router would put a text that reads as a number between quotes. */
export const plainly = (value: unknown): unknown =>
  typeof value === 'string' && String(Number.parseInt(value, 10)) === value ? Number(value) : value
