import { shorten } from '@aviary/contract/cut-text'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { joinNames } from '@aviary/contract/rules'
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toSearchValue } from '../../shared/use-search-params.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { useActiveIncidentsWithoutMessages } from '../incidents/public.ts'
import classes from './companies.module.css'
import type { ImpactSelection } from './use-impact.ts'

const SHOWN_CHARACTERS = 60

/** Opens an active incident, whose page then lists the companies that depend on the selection. */
export function ShowInIncident({ selection }: { selection: ImpactSelection }) {
  const { t } = useTranslation('impact')
  const navigate = useNavigate()
  const query = useActiveIncidentsWithoutMessages()
  const { data: incidents, error } = query
  const [picked, setPicked] = useState('')
  const incident = incidents?.find(({ jiraId }) => jiraId === picked)
  const disabledReason = getDisabledReason(incidents, incident)
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (!incident) return
    const path = `/details/${encodeURIComponent(incident.jiraId)}`
    navigate({ to: path as never, search: impactSearch(selection) as never })
  }
  if (error && !incidents) return <LoadError query={query} failure={t('incident.error')} />
  return (
    <form className={classes.incident} onSubmit={show}>
      <NativeSelect
        size="xs"
        label={t('incident.open')}
        value={incident ? picked : ''}
        onChange={(event) => setPicked(event.currentTarget.value)}
        data={[
          { value: '', label: t('incident.pick') },
          ...(incidents ?? []).map((activeIncident) => ({
            value: activeIncident.jiraId,
            label: getLabel(activeIncident),
          })),
        ]}
      />
      <DisabledButton
        variant="default"
        type="submit"
        size="xs"
        disabledReason={disabledReason && t(disabledReason)}
      >
        {t('incident.show')}
      </DisabledButton>
    </form>
  )
}

function getDisabledReason(incidents: readonly Incident[] | undefined, picked: Incident | undefined) {
  if (!incidents) return 'loading'
  if (incidents.length === 0) return 'incident.none'
  return picked ? undefined : 'incident.pick'
}

function getLabel({ jiraId, details }: Incident): string {
  return `${jiraId} · ${shorten(details.replaceAll(/\s+/g, ' '), SHOWN_CHARACTERS)}`
}

const impactSearch = ({ cis, services, dataCenters }: ImpactSelection) =>
  Object.fromEntries(
    Object.entries({ impactCis: cis, impactServices: services, impactDataCenters: dataCenters })
      .filter(([, names]) => names.length > 0)
      .map(([key, names]) => [key, toSearchValue(joinNames(names))]),
  )
