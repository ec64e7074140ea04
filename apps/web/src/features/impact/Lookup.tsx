import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { AffectedCompanies } from './AffectedCompanies.tsx'
import { Categories } from './Categories.tsx'
import { CiList } from './CiList.tsx'
import { createRoomCheck, type DoraState, withoutScales } from './dora-address.ts'
import classes from './impact.module.css'
import { SelectedCis } from './SelectedCis.tsx'
import { Services } from './Services.tsx'
import { linkedScale } from './scales.ts'
import { toSystemNames } from './use-dora.ts'
import type { ChangeState } from './use-dora-state.ts'
import type { useLookup } from './use-lookup.ts'

type LookupProps = {
  dataCenter: DataCenter
  lookup: ReturnType<typeof useLookup>
  state: DoraState
  change: ChangeState
  onResetSearch: () => void
}

/** Services, the lists to pick CIs from, the selected CIs, and the companies they affect. */
export function Lookup({ dataCenter, lookup, state, change, onResetSearch }: LookupProps) {
  const { services, listed, listedScales, scales, selected, companies } = lookup
  const { name } = dataCenter
  const isSelected = ({ system_name }: DataCenter) => services.selected.includes(system_name)
  const add = (cis: readonly Ci[]) =>
    change((before) => ({
      ...before,
      cis: [
        ...before.cis,
        // Leaves out CIs that are selected already: a second click before the next render must not add a CI twice.
        ...cis
          .filter(({ name }) => !before.cis.some((existing) => existing.name === name))
          .map((ci) => ({
            ...ci,
            globalScale: linkedScale(listedScales.getGlobalScale(ci.name)),
            dataCenterScale: linkedScale(listedScales.getDataCenterScale(ci.name)),
          })),
      ],
    }))
  const toggle = (service: string) =>
    change((before) => {
      const selectedServices = toSystemNames(services.services, before.services)
      const next = selectedServices.includes(service)
        ? selectedServices.filter((systemName) => systemName !== service)
        : [...selectedServices, service]
      // Clears the scales, which belong to the previous services, until the new scales are counted.
      return { ...before, services: next, cis: before.cis.map(withoutScales) }
    })
  // Until the services are loaded, the names from the link are shown.
  const serviceNames = services.services
    ? services.services.filter(isSelected).map((service) => service.name)
    : state.services
  const listKey = `${state.searchInput}\n${listed.category ?? ''}`
  return (
    <div className={classes.page}>
      <Services
        services={services.services}
        hasFailed={services.hasFailed}
        selected={services.selected}
        onToggle={toggle}
      />
      <div className={classes.lists}>
        <Categories
          categories={listed.categories}
          hasFailed={listed.hasFailed.categories}
          chosen={listed.category}
          onChoose={(category) => listed.choose(category === listed.category ? undefined : category)}
          onReset={() => {
            listed.choose(undefined)
            onResetSearch()
          }}
          hasReset={listed.category !== undefined || state.searchInput !== ''}
          listKey={state.searchInput}
        />
        <CiList
          listed={listed}
          scales={listedScales}
          dataCenter={name}
          selected={new Set(state.cis.map((ci) => ci.name))}
          hasRoom={createRoomCheck(state, name)}
          onAdd={add}
          listKey={listKey}
        />
        <SelectedCis
          cis={selected}
          scales={scales}
          dataCenter={name}
          services={serviceNames}
          onRemove={(removed) =>
            change((before) => ({ ...before, cis: before.cis.filter((ci) => ci.name !== removed) }))
          }
          onClear={() => change((before) => ({ ...before, cis: [] }))}
        />
      </div>
      {companies.selection && (
        <AffectedCompanies
          selection={companies.selection}
          counted={companies.counted}
          hasFailed={companies.hasFailed}
          dataCenter={dataCenter}
          scope={companies.scope}
          onScope={companies.setScope}
        />
      )}
    </div>
  )
}
