import { updateBanner } from '@aviary/contract/banner/endpoints'
import { eventIdOf, eventReference } from '@aviary/contract/maintenance/rules'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { screens } from '@aviary/contract/screens'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery } from '../shared/active-incidents.ts'
import { readIncidentId } from '../shared/incident-id.ts'
import { isLanguage } from '../shared/languages.ts'
import { useMay } from '../shared/may.ts'
import { localesQuery } from '../shared/settings.ts'
import { chooseLanguage } from '../shared/text.ts'
import { useCustomerSearch } from '../shared/use-customer-search.ts'
import { useLinks } from './use-links.ts'
import { useSignOut } from './use-sign-out.ts'

export type PaletteItem = { id: string; label: string; description?: string; onClick: () => void }
type PaletteGroup = { group: string; items: readonly PaletteItem[] }
type PaletteSource = { query: string; isOpen: boolean; onShortcuts: () => void }

const CUSTOMER_FEWEST_CHARACTERS = 2

/** All that the palette offers for what is typed, in groups. Customers come last: they arrive while one reads. */
export function usePaletteGroups(source: PaletteSource) {
  const { t } = useTranslation('palette')
  const text = source.query.trim().toLowerCase()
  const matches = ({ label, description = '' }: PaletteItem) =>
    label.toLowerCase().includes(text) || description.toLowerCase().includes(text)
  const incidents = useIncidentItems(source)
  const customers = useCustomerItems(source)
  const pages = usePageItems()
  const commands = useCommandItems(source.onShortcuts)
  const groups: PaletteGroup[] = [
    { group: t('events'), items: useEventItems(source) },
    { group: t('incidents'), items: incidents.items.filter(matches) },
    { group: t('pages'), items: pages.filter(matches) },
    { group: t('commands'), items: commands.filter(matches) },
    { group: t('customers'), items: customers.items },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: incidents.isSearching || customers.isSearching,
    hasFailed: customers.hasFailed,
  }
}

function useIncidentItems({ query, isOpen }: PaletteSource) {
  const { i18n, t } = useTranslation('palette')
  const navigate = useNavigate()
  const { data, isLoading } = useQuery({ ...activeIncidentsQuery(i18n.language), enabled: isOpen })
  const open = (id: string) => () => navigate({ to: '/details/$id', params: { id } })
  const known: PaletteItem[] = (data?.payload ?? []).map(({ jiraId, details }) => ({
    id: jiraId,
    label: jiraId,
    description: details.length > 80 ? `${details.slice(0, 79)}…` : details,
    onClick: open(jiraId),
  }))
  const typed = readIncidentId(query)
  // What names a maintenance event is no incident that is not listed.
  if (!typed || readEventId(query) || known.some(({ id }) => id === typed))
    return { items: known, isSearching: isLoading }
  const other = { id: typed, label: typed, description: t('openIncident'), onClick: open(typed) }
  return { items: [other, ...known], isSearching: isLoading }
}

/** The maintenance event that is meant by `MNT-12` or `mnt 12`. */
const readEventId = (text: string): number | undefined => eventIdOf(text.trim().replace(/\s+/, '-'))

function useEventItems({ query }: PaletteSource): PaletteItem[] {
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

/** What the server finds is not sifted again: it also looks at codes and at how names are spelt. */
function useCustomerItems({ query, isOpen }: PaletteSource) {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const found = useCustomerSearch(isOpen ? query : '', CUSTOMER_FEWEST_CHARACTERS)
  // Those of another text are gone at once: Enter must not open one that was not searched for.
  const companies = found.isCurrent ? (found.companies ?? []) : []
  const items: PaletteItem[] = companies.map(({ id, name, entity_code }) => ({
    id: `customer-${id}`,
    label: name ?? String(id),
    description: t('codes', { entity: entity_code ?? t('shell:notAvailable'), outtask: id }),
    onClick: () => navigate({ to: '/customers', search: { company: id } as never }),
  }))
  return { items, isSearching: found.isSearching, hasFailed: found.isCurrent && found.error !== null }
}

function usePageItems(): PaletteItem[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useLinks().map(({ path, text }) => ({
    id: path,
    label: t(text as 'screen.Active Incidents'),
    onClick: () => navigate({ to: path }),
  }))
}

const MANAGED = [
  { id: 'createMessage', endpoint: createMessage },
  { id: 'banner', endpoint: updateBanner },
] as const

/** What the person may do from here. Messages and the banner are the matter of incident management. */
function useCommandItems(onShortcuts: () => void): PaletteItem[] {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const may = useMay()
  const leave = useSignOut()
  const { toggleColorScheme } = useMantineColorScheme()
  const { data: locales = [] } = useQuery(localesQuery)
  const managed = MANAGED.filter(({ endpoint }) => may(screens.incidentManagement) && may(endpoint)).map(
    ({ id }) => ({
      id,
      label: t(id),
      description: t('viaManagement'),
      onClick: () => navigate({ to: '/incident/review' }),
    }),
  )
  const languages = locales.flatMap(({ system_key: key, display_name: name }) =>
    isLanguage(key) ? [{ id: `language-${key}`, label: name, onClick: () => void chooseLanguage(key) }] : [],
  )
  return [
    ...managed,
    { id: 'shortcuts', label: t('shell:shortcuts.title'), onClick: onShortcuts },
    { id: 'theme', label: t('shell:theme.toggle'), onClick: toggleColorScheme },
    { id: 'signOut', label: t('shell:person.signOut'), onClick: () => void leave() },
    ...languages,
  ]
}
