import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { AffectedCompanies } from './AffectedCompanies.tsx'
import { Categories } from './Categories.tsx'
import { CiList } from './CiList.tsx'
import { createRoomCheck, type DoraState, withoutScales } from './dora-address.ts'
import classes from './impact.module.css'
import { SelectedCis } from './SelectedCis.tsx'
import { Services } from './Services.tsx'
import { StepBar, useSteps } from './StepBar.tsx'
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

/** Services, the lists to pick CIs from, the selected CIs, and the companies they affect; on a phone in steps. */
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
  const steps = useSteps(state.searchInput)
  const panels = [
    <Services
      key="services"
      services={services.services}
      hasFailed={services.hasFailed}
      selected={services.selected}
      onToggle={toggle}
    />,
    <Categories
      key="categories"
      categories={listed.categories}
      hasFailed={listed.hasFailed.categories}
      chosen={listed.category}
      onChoose={(category) => {
        listed.choose(category === listed.category ? undefined : category)
        if (category !== listed.category) steps.showCis()
      }}
      onReset={() => {
        listed.choose(undefined)
        onResetSearch()
      }}
      hasReset={listed.category !== undefined || state.searchInput !== ''}
      listKey={state.searchInput}
    />,
    <CiList
      key="cis"
      listed={listed}
      scales={listedScales}
      dataCenter={name}
      selected={new Set(state.cis.map((ci) => ci.name))}
      hasRoom={createRoomCheck(state, name)}
      onAdd={add}
      listKey={listKey}
    />,
    <SelectedCis
      key="selected"
      cis={selected}
      scales={scales}
      dataCenter={name}
      services={serviceNames}
      counted={companies.counted}
      onRemove={(removed) =>
        change((before) => ({ ...before, cis: before.cis.filter((ci) => ci.name !== removed) }))
      }
      onClear={() => change((before) => ({ ...before, cis: [] }))}
    />,
  ]
  return (
    <div ref={steps.page} tabIndex={-1} className={classes.page}>
      {steps.isPhone && <StepBar steps={steps} />}
      <div className={classes.lists}>{steps.isPhone ? panels[steps.step] : panels}</div>
      {companies.selection && (!steps.isPhone || steps.isLast) && (
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
