import { useQuery } from '@tanstack/react-query'

/** Files of the web app neither change nor need the server once the browser has them. */
export const builtIn = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
  retry: false,
} as const

/** Pages and headings of the guide, loaded once they are needed. */
export const useGuideIndex = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['guide', 'index'],
    queryFn: async () => (await import('./guide-index.ts')).guideIndex,
    enabled: isNeeded,
    ...builtIn,
  })
