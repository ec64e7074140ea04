import { updateBanner } from '@aviary/contract/banner/endpoints'
import { shorten } from '@aviary/contract/cut-text'
import { declaring } from '@aviary/contract/declared/rules'
import { eventIdOf, eventReference } from '@aviary/contract/maintenance/rules'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { screens } from '@aviary/contract/screens'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery } from '../shared/active-incidents.ts'
import { DECLARE_OPEN, DECLARE_PARAMETER } from '../shared/declare-dialog.ts'
import { guideLink } from '../shared/guide.ts'
import { readIncidentId } from '../shared/incident-id.ts'
import { isLanguage } from '../shared/languages.ts'
import { useMay } from '../shared/may.ts'
import { useMayPost } from '../shared/may-post.ts'
import { POST_OPEN, POST_PARAMETER } from '../shared/post-dialog.ts'
import { openView } from '../shared/restart-screen.ts'
import { useSession } from '../shared/session.ts'
import { localesQuery } from '../shared/settings.ts'
import { chooseLanguage } from '../shared/text.ts'
import { useCustomerSearch } from '../shared/use-customer-search.ts'
import { useGuideIndex } from '../shared/use-guide-index.ts'
import { findInGuide } from './find-in-guide.ts'
import { useLinks } from './use-links.ts'
import { useSignOut } from './use-sign-out.ts'

const LONGEST_LABEL = 80

export type PaletteItem = {
  id: string
  label: string
  description?: string
  /** Language of the label and the description, if it is not that of the app. */
  lang?: 'en'
  onClick: () => void
}
export type PaletteGroup = { group: string; items: readonly PaletteItem[] }

const CUSTOMER_MIN_CHARACTERS = 2

/** All groups of the palette for a search text. Customers come last because they arrive later. */
export function usePaletteGroups(query: string, onShortcuts: () => void) {
  const { t } = useTranslation('palette')
  const text = query.trim().toLowerCase()
  const matches = ({ label, description = '' }: PaletteItem) =>
    label.toLowerCase().includes(text) || description.toLowerCase().includes(text)
  const incidents = useIncidentItems(query)
  const customers = useCustomerItems(query)
  const pages = usePageItems()
  const commands = [...usePostItems(), ...useCommandItems(onShortcuts)]
  const groups: PaletteGroup[] = [
    { group: t('events'), items: useEventItems(query) },
    { group: t('incidents'), items: incidents.items.filter(matches) },
    { group: t('pages'), items: pages.filter(matches) },
    { group: t('views'), items: useViewItems().filter(matches) },
    { group: t('commands'), items: commands.filter(matches) },
    { group: t('guide'), items: useGuideItems(query) },
    { group: t('customers'), items: customers.items },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: incidents.isSearching || customers.isSearching,
    hasFailed: customers.hasFailed,
  }
}

function useIncidentItems(query: string) {
  const { i18n, t } = useTranslation('palette')
  const navigate = useNavigate()
  const { data, isLoading } = useQuery(activeIncidentsQuery(i18n.language))
  const open = (id: string) => () => navigate({ to: '/details/$id', params: { id } })
  const activeItems: PaletteItem[] = (data?.payload ?? []).map(({ jiraId, details }) => ({
    id: jiraId,
    label: jiraId,
    description: shorten(details, LONGEST_LABEL),
    onClick: open(jiraId),
  }))
  const typedId = readIncidentId(query)
  // The typed id adds no item if it belongs to a maintenance event or to an incident in the list.
  if (!typedId || readEventId(query) || activeItems.some(({ id }) => id === typedId))
    return { items: activeItems, isSearching: isLoading }
  const typedItem = { id: typedId, label: typedId, description: t('openIncident'), onClick: open(typedId) }
  return { items: [typedItem, ...activeItems], isSearching: isLoading }
}

/** The saved views of all lists. */
function useViewItems(): PaletteItem[] {
  const { preferences } = useSession()
  const router = useRouter()
  return (preferences.saved_views ?? []).map(({ path, name, search }) => ({
    id: `view-${path}-${name}`,
    label: name,
    description: path,
    onClick: () => openView(router, { path, search }),
  }))
}

/** Items that open the form for a message, one for each open incident that the person may post on. */
function usePostItems(): PaletteItem[] {
  const { i18n, t } = useTranslation('palette')
  const navigate = useNavigate()
  const mayPost = useMayPost()
  const { data } = useQuery(activeIncidentsQuery(i18n.language))
  return (data?.payload ?? []).filter(mayPost).map(({ jiraId, details }) => ({
    id: `post-${jiraId}`,
    label: t('post', { id: jiraId }),
    description: shorten(details, LONGEST_LABEL),
    onClick: () =>
      navigate({
        ...{ to: '/details/$id', params: { id: jiraId } },
        search: { [POST_PARAMETER]: POST_OPEN } as never,
      }),
  }))
}

/** The id of the maintenance event in `MNT-12` or `mnt 12`. */
const readEventId = (text: string): number | undefined => eventIdOf(text.trim().replace(/\s+/, '-'))

function useEventItems(query: string): PaletteItem[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const id = readEventId(query)
  if (!id) return []
  return [
    {
      id: `event-${id}`,
      label: t('event', { reference: eventReference(id) }),
      onClick: () => navigate({ to: '/maintenance_event/review/$id', params: { id: String(id) } as never }),
    },
  ]
}

/** Customers are not filtered here, because the server also matches codes and other spellings. */
function useCustomerItems(query: string) {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const search = useCustomerSearch(query, CUSTOMER_MIN_CHARACTERS)
  // Drop results of an earlier text at once, so that Enter cannot open one of them.
  const companies = search.isCurrent ? (search.companies ?? []) : []
  const items: PaletteItem[] = companies.map(({ id, name, entity_code }) => ({
    id: `customer-${id}`,
    label: name ?? String(id),
    description: t('codes', { entity: entity_code ?? t('shell:notAvailable'), outtask: id }),
    onClick: () => navigate({ to: '/customers', search: { company: id } as never }),
  }))
  return { items, isSearching: search.isSearching, hasFailed: search.isCurrent && search.error !== null }
}

/** Sections of the guide, searched by their whole text and not only by the label. */
function useGuideItems(query: string): PaletteItem[] {
  const navigate = useNavigate()
  const { data: pages } = useGuideIndex()
  const findings = useMemo(() => findInGuide(pages ?? [], query), [pages, query])
  return findings.map(({ reference, title, note }) => ({
    id: `guide-${reference}`,
    label: title,
    description: note,
    lang: 'en',
    onClick: () => navigate(guideLink(reference)),
  }))
}

function usePageItems(): PaletteItem[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useLinks().map(({ path, text }) => ({
    id: path,
    label: t(text),
    onClick: () => navigate({ to: path }),
  }))
}

const MANAGEMENT_COMMANDS = [
  { id: 'createMessage', endpoint: createMessage },
  { id: 'banner', endpoint: updateBanner },
] as const

/**
 * Commands the person may use. Those for messages and the banner open incident management, so they also need
 * access to that screen.
 */
function useCommandItems(onShortcuts: () => void): PaletteItem[] {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const may = useMay()
  const signOut = useSignOut()
  const { toggleColorScheme } = useMantineColorScheme()
  const { data: locales = [] } = useQuery(localesQuery)
  const managementItems = MANAGEMENT_COMMANDS.filter(
    ({ endpoint }) => may(screens.incidentManagement) && may(endpoint),
  ).map(({ id }) => ({
    id,
    label: t(id),
    description: t('viaManagement'),
    onClick: () => navigate({ to: '/incident/review' }),
  }))
  const languageItems = locales.flatMap(({ system_key: key, display_name: name }) =>
    isLanguage(key) ? [{ id: `language-${key}`, label: name, onClick: () => void chooseLanguage(key) }] : [],
  )
  const declareItem = {
    id: 'declare',
    label: t('shell:declareIncident'),
    onClick: () => navigate({ to: '/', search: { [DECLARE_PARAMETER]: DECLARE_OPEN } as never }),
  }
  return [
    ...(may(declaring) ? [declareItem] : []),
    ...managementItems,
    { id: 'shortcuts', label: t('shell:shortcuts.title'), onClick: onShortcuts },
    { id: 'theme', label: t('shell:theme.toggle'), onClick: toggleColorScheme },
    { id: 'signOut', label: t('shell:person.signOut'), onClick: () => void signOut() },
    ...languageItems,
  ]
}
