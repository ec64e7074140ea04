import { DEFAULT_IMPACT_DATA_CENTER, INITIAL_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import { Tabs } from '@mantine/core'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { Term } from '../../ui/Term.tsx'
import { Dropped } from './Dropped.tsx'
import classes from './impact.module.css'
import { LoadFailure } from './LoadFailure.tsx'
import { Lookup } from './Lookup.tsx'
import { TopBar } from './TopBar.tsx'
import { findByName } from './use-dora.ts'
import { useDoraState } from './use-dora-state.ts'
import { useImpactDataCenters } from './use-impact.ts'
import { useLoadFailure } from './use-load-failure.ts'
import { useLookup } from './use-lookup.ts'

const getDoraPath = (dataCenter: string): string => `/dora/${encodeURIComponent(dataCenter)}`

/** Finds the companies that depend on selected CIs (spec 3 §2, "Dora"). The path names the data center. */
export function DoraPage() {
  const { dataCenter: name }: { dataCenter?: string } = useParams({ strict: false })
  if (!name)
    return <Navigate to={getDoraPath(DEFAULT_IMPACT_DATA_CENTER) as never} search={true as never} replace />
  return <DataCenterPage name={name} />
}

function DataCenterPage({ name }: { name: string }) {
  const { t } = useTranslation('impact')
  const navigate = useNavigate()
  const { state, dropped, change, resets, resetSearch } = useDoraState(name)
  const [showsEgg, setEgg] = useState(false)
  const dataCenters = useImpactDataCenters()
  const dataCenter = findByName(dataCenters.data, name)
  const lookup = useLookup(dataCenter?.system_name, { state, change, dropped })
  const failure = useLoadFailure([{ text: 'toast.dcs', query: dataCenters }, ...lookup.failing])
  const dataCenterList = dataCenters.data
  const isDefault = name.toUpperCase() === DEFAULT_IMPACT_DATA_CENTER
  const [first] = dataCenterList ?? []

  // Opening another data center drops the selection (spec 3 §4).
  const openDataCenter = (systemName: string | null) => {
    const next = dataCenterList?.find((candidate) => candidate.system_name === systemName)
    // A click on the current tab keeps the selection.
    if (next && next !== dataCenter)
      navigate({ to: getDoraPath(next.name) as never, search: {} as never, resetScroll: false })
  }
  // The navigation links to the data center of the specification. An installation without that data center
  // shows its first one.
  if (isDefault && !dataCenter && first)
    return <Navigate to={getDoraPath(first.name) as never} search={true as never} replace />
  return (
    <Tabs
      value={dataCenterList ? (dataCenter?.system_name ?? null) : INITIAL_IMPACT_DATA_CENTER}
      onChange={openDataCenter}
      // Arrow keys move only the focus between tabs, because opening a tab drops the selection.
      activateTabWithKeyboard={false}
    >
      <PageHeader title={<Term name="dora">{t('heading')}</Term>}>
        <TopBar
          dataCenters={dataCenterList}
          isHidden={failure !== undefined}
          searchOptions={{ state, change, dataCenter: name, resets }}
          showsEgg={showsEgg}
          onLogo={() => setEgg(!showsEgg)}
        />
      </PageHeader>
      {failure && <LoadFailure {...failure} />}
      <p role="status" className={classes.egg}>
        {showsEgg && t('egg')}
      </p>
      {!dataCenterList && !failure && <Skeleton rows={7} label={t('loading')} />}
      {dataCenterList && !dataCenter && (
        <EmptyState title={t('unknown', { name })}>{t('unknown.what')}</EmptyState>
      )}
      {dataCenter && (
        <Tabs.Panel value={dataCenter.system_name}>
          <Dropped parameters={dropped} services={lookup.services.unknown} dataCenter={dataCenter.name} />
          <Lookup
            key={dataCenter.system_name}
            dataCenter={dataCenter}
            lookup={lookup}
            state={state}
            change={change}
            onResetSearch={resetSearch}
          />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
