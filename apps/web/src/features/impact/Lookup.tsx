import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { AffectedCompanies } from './AffectedCompanies.tsx'
import { Categories } from './Categories.tsx'
import { CiList } from './CiList.tsx'
import { type DoraState, roomBeside, withoutScales } from './dora-address.ts'
import classes from './impact.module.css'
import { SelectedCis } from './SelectedCis.tsx'
import { Services } from './Services.tsx'
import { linkedScale } from './scales.ts'
import { systemNamesOf } from './use-dora.ts'
import type { ChangeState } from './use-dora-state.ts'
import type { useLookup } from './use-lookup.ts'

type LookupProps = {
  dataCenter: DataCenter
  lookup: ReturnType<typeof useLookup>
  state: DoraState
  change: ChangeState
  onResetSearch: () => void
}

/** Services, what there is to pick from, what is picked, and whom it affects. */
export function Lookup({ dataCenter, lookup, state, change, onResetSearch }: LookupProps) {
  const { services, listed, listedScales, scales, selected, companies } = lookup
  const { name } = dataCenter
  const isSelected = ({ system_name }: DataCenter) => services.selected.includes(system_name)
  const add = (cis: readonly Ci[]) =>
    change((before) => ({
      ...before,
      cis: [
        ...before.cis,
        // Whoever presses twice before the list is drawn anew adds it once.
        ...cis
          .filter(({ name }) => !before.cis.some((one) => one.name === name))
          .map((ci) => ({
            ...ci,
            globalScale: linkedScale(listedScales.globalOf(ci.name)),
            dataCenterScale: linkedScale(listedScales.dataCenterOf(ci.name)),
          })),
      ],
    }))
  const toggle = (service: string) =>
    change((before) => {
      const on = systemNamesOf(services.services, before.services)
      const next = on.includes(service) ? on.filter((one) => one !== service) : [...on, service]
      // The scales were those of the services of before: until they are reckoned anew there are none.
      return { ...before, services: next, cis: before.cis.map(withoutScales) }
    })
  // While they are not known, the link's own words.
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
          hasRoom={roomBeside(state, name)}
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
