import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Reads and changes parameters of the URL; empty ones are removed. Once the person is leaving the screen, debounced
 * values are not written into the URL of the next one.
 */
export function useSearchParams() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const router = useRouter()
  const navigate = useNavigate()
  const ownPath = useMatch({ strict: false, select: ({ pathname }) => withoutTrailingSlash(pathname) })
  const read = (key: string): string => (search[key] === undefined ? '' : String(search[key]))
  const write = useCallback(
    (changes: Record<string, string>) => {
      if (withoutTrailingSlash(router.latestLocation.pathname) !== ownPath) return
      const updateSearch = (current: Record<string, unknown>) => {
        const entries = Object.entries({ ...current, ...changes })
        return Object.fromEntries(
          entries.filter(([, value]) => value !== '').map(([key, value]) => [key, toSearchValue(value)]),
        )
      }
      navigate({ to: '.', search: updateSearch as never, hash: true, replace: true, resetScroll: false })
    },
    [navigate, router, ownPath],
  )
  return { read, write }
}

const withoutTrailingSlash = (path: string): string => path.replace(/\/+$/, '')

/** Turns a text of digits into a number, because the router would write the text with quotes. */
export const toSearchValue = (value: unknown): unknown =>
  typeof value === 'string' && String(Number.parseInt(value, 10)) === value ? Number(value) : value
