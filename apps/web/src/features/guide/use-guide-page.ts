import { useQuery } from '@tanstack/react-query'
import type { GuidePage } from '../../shared/guide.ts'
import { builtIn } from '../../shared/use-guide-index.ts'

const FOLDER = '../../../../../docs/guide'
const pages = import.meta.glob<GuidePage>('../../../../../docs/guide/*.md', { import: 'default' })

const loaderOf = (name: string) => pages[`${FOLDER}/${name}.md`]

export const isInGuide = (name: string): boolean => loaderOf(name) !== undefined

/** A page of the guide. Each page is a separate file, loaded when the page is opened. */
export const useGuidePage = (name: string) =>
  useQuery({
    queryKey: ['guide', 'page', name],
    queryFn: () => loaderOf(name)?.() ?? Promise.reject(new Error(`The guide has no page ${name}`)),
    ...builtIn,
  })
