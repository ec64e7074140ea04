import type { SavedView } from '@aviary/contract/session/saved-views'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSavePreference } from '../../shared/saving/use-preference.ts'
import { useSession } from '../../shared/session.ts'

type ViewChange = { kind: 'save'; view: SavedView } | { kind: 'delete'; view: SavedView }

const isSame = (a: SavedView, b: SavedView): boolean =>
  a.path === b.path && a.name.toLowerCase() === b.name.toLowerCase()

/** Parameters for the position in a list, such as the page or the opened change; views exclude them. */
const PLACES = new Set(['page', 'page_number', 'change'])

/** The query string without the position in the list, and with its parameters sorted for comparison. */
function withoutPage(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of [...parameters.keys()])
    if (PLACES.has(name) || name.endsWith('_page')) parameters.delete(name)
  parameters.sort()
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * The user's saved views of the current screen, and how to change them. Saving replaces a view of the same
 * name.
 */
export function useSavedViews() {
  const { t } = useTranslation('views')
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/+$/, '') })
  const search = useLocation({ select: ({ searchStr }) => withoutPage(searchStr) })
  const all = useSession().preferences.saved_views ?? []
  const save = useSavePreference(
    'saved_views',
    ({ saved_views: stored = [] }, { kind, view }: ViewChange) => {
      const others = stored.filter((other) => !isSame(other, view))
      return kind === 'save' ? [...others, view] : others
    },
    { scope: 'saved_views', failed: t('failed') },
  )
  const views = all.filter((view) => view.path === path)
  return { path, search, views, current: views.find((view) => view.search === search), save }
}
