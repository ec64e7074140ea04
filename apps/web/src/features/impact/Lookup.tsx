import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { AffectedCompanies } from './AffectedCompanies.tsx'
import { Categories } from './Categories.tsx'
import { CiList } from './CiList.tsx'
import { type DoraState, roomBeside } from './dora-address.ts'
import classes from './impact.module.css'
import { SelectedCis } from './SelectedCis.tsx'
import { Services } from './Services.tsx'
import { linkedScale } from './scales.ts'
import type { ChangeState } from './use-dora-state.ts'
import type { useLookup } from './use-lookup.ts'

type LookupProps = {
  dataCenter: DataCenter
  lookup: ReturnType<typeof useLookup>
  state: DoraState
  change: ChangeState
}

/** Services, what there is to pick from, what is picked, and whom it affects. */
export function Lookup({ dataCenter, lookup, state, change }: LookupProps) {
  const { services, listed, listedScales, scales, selected, companies } = lookup
  const { name } = dataCenter
  const add = (cis: readonly Ci[]) =>
    change((before) => ({
      ...before,
      cis: [
        ...before.cis,
        ...cis.map((ci) => ({
          ...ci,
          globalScale: linkedScale(listedScales.globalOf(ci.name)),
          dataCenterScale: linkedScale(listedScales.dataCenterOf(ci.name)),
        })),
      ],
    }))
  const toggle = (service: string) => {
    const { selected: on } = services
    const next = on.includes(service) ? on.filter((one) => one !== service) : [...on, service]
    change((before) => ({ ...before, services: next }))
  }
  const serviceNames = (services.services ?? []).filter(({ system_name }) =>
    services.selected.includes(system_name),
  )
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
            change((before) => ({ ...before, searchInput: '' }))
          }}
          hasReset={listed.category !== undefined || state.searchInput !== ''}
          listKey={state.searchInput}
        />
        <CiList
          listed={listed}
          scales={listedScales}
          dataCenter={name}
          selected={new Set(state.cis.map((ci) => ci.name))}
          hasRoom={roomBeside(state, name)}
          onAdd={add}
          listKey={listKey}
        />
        <SelectedCis
          cis={selected}
          scales={scales}
          dataCenter={name}
          services={serviceNames.map((service) => service.name)}
          onRemove={(removed) =>
            change((before) => ({ ...before, cis: before.cis.filter((ci) => ci.name !== removed) }))
          }
          onClear={() => change((before) => ({ ...before, cis: [] }))}
        />
      </div>
      {companies.asked && (
        <AffectedCompanies
          asked={companies.asked}
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
