import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/spotlight/styles.css'
import { ACTIVE_INCIDENTS_PAGE } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shared/api.ts'
import { isLanguage } from '../shared/languages.ts'
import { localesQuery } from '../shared/settings.ts'
import { chooseLanguage } from '../shared/text.ts'
import { useLinks } from './use-links.ts'

const [store, spotlight] = createSpotlight()

const INCIDENT_ID = /^[a-z][a-z0-9]*-\d+$/i

export default function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (isOpen) spotlight.open()
    else spotlight.close()
  }, [isOpen])
  const groups = [
    { group: t('palette.incidents'), actions: useIncidentActions(query, isOpen) },
    { group: t('palette.pages'), actions: usePageActions() },
    { group: t('palette.commands'), actions: useCommandActions() },
  ].filter(({ actions }) => actions.length > 0)
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      lockScroll={false}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      styles={{ actionDescription: { color: 'inherit', opacity: 1 } }}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t('palette.nothing')}
      searchProps={{ placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') }}
    />
  )
}

function useIncidentActions(query: string, isOpen: boolean): SpotlightActionData[] {
  const { i18n, t } = useTranslation()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ['incidents', 'active', i18n.language],
    queryFn: ({ signal }) =>
      call(listIncidents, {
        query: { active: 'true', locale: i18n.language, start_at: 0, response_size: ACTIVE_INCIDENTS_PAGE },
        signal,
      }),
    enabled: isOpen,
  })
  const open = (id: string) => () => navigate({ to: '/details/$id', params: { id } })
  const known = (data?.payload ?? []).map(({ jiraId, details }) => ({
    id: jiraId,
    label: jiraId,
    description: details.slice(0, 80),
    onClick: open(jiraId),
  }))
  const typed = query.trim().toUpperCase()
  if (!INCIDENT_ID.test(typed) || known.some(({ id }) => id === typed)) return known
  return [{ id: typed, label: typed, description: t('palette.openIncident'), onClick: open(typed) }, ...known]
}

function usePageActions(): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useLinks().map(({ path, text }) => ({
    id: path,
    label: t(text as 'screen.Active Incidents'),
    onClick: () => navigate({ to: path }),
  }))
}

function useCommandActions(): SpotlightActionData[] {
  const { t } = useTranslation()
  const { toggleColorScheme } = useMantineColorScheme()
  const { data: locales = [] } = useQuery(localesQuery)
  const languages = locales.flatMap(({ system_key: key, display_name: name }) =>
    isLanguage(key) ? [{ id: `language-${key}`, label: name, onClick: () => void chooseLanguage(key) }] : [],
  )
  return [{ id: 'theme', label: t('theme.toggle'), onClick: toggleColorScheme }, ...languages]
}
