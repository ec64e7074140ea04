import type { SavedView } from '@aviary/contract/session/saved-views'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSavePreference } from '../../shared/saving/use-preference.ts'
import { useSession } from '../../shared/session.ts'

type ViewChange = { kind: 'save'; view: SavedView } | { kind: 'delete'; view: SavedView }

const isSame = (a: SavedView, b: SavedView): boolean =>
  a.path === b.path && a.name.toLowerCase() === b.name.toLowerCase()

/** Parameters that say where one is in a list, not what it shows. */
const PLACES = new Set(['page', 'page_number', 'change'])

/** The view without its page, which is no part of what one saves. */
function withoutPage(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of [...parameters.keys()])
    if (PLACES.has(name) || name.endsWith('_page')) parameters.delete(name)
  parameters.sort()
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The user's saved views of the current screen, and how to change them. A view of the same name is replaced. */
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
