import { useQuery } from '@tanstack/react-query'

/** Query options for files of the web app: they never change, and once loaded they need no server. */
export const builtIn = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
  retry: false,
} as const

/** Pages and headings of the guide, loaded once they are needed. */
export const useGuideIndex = () =>
  useQuery({
    queryKey: ['guide', 'index'],
    queryFn: async () => (await import('./guide-index.ts')).guideIndex,
    ...builtIn,
  })
