import { INITIAL_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { Tooltip } from '@mantine/core'
import { IconRadar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { TabList } from '../../ui/TabList.tsx'
import classes from './impact.module.css'
import { useSearchText } from './use-dora-state.ts'

type TopBarProps = {
  /** Undefined until loaded. */
  dataCenters: readonly DataCenter[] | undefined
  isHidden: boolean
  searchOptions: Parameters<typeof useSearchText>[0]
  showsEgg: boolean
  onLogo: () => void
}

// Shown until the data centers are loaded (spec 3 §9).
const INITIAL: readonly DataCenter[] = [
  { name: INITIAL_IMPACT_DATA_CENTER, system_name: INITIAL_IMPACT_DATA_CENTER },
]

/** Logo, search box and one tab per data center (spec 3 §2); must be rendered inside `Tabs`. */
export function TopBar({ dataCenters, isHidden, searchOptions, showsEgg, onLogo }: TopBarProps) {
  const { t } = useTranslation('impact')
  // The search text is state of this component, so that typing does not re-render the lists.
  const search = useSearchText(searchOptions)
  return (
    <div className={classes.topBar} hidden={isHidden}>
      <Tooltip label={t('logo')} position="bottom" withinPortal={false}>
        <button
          type="button"
          className={classes.logo}
          aria-pressed={showsEgg}
          aria-label={t('logo')}
          onClick={onLogo}
        >
          <IconRadar size={20} aria-hidden />
        </button>
      </Tooltip>
      <search className={classes.search}>
        <FilterBox label={t('search')} text={search.text} onChange={search.type} />
      </search>
      <TabList
        label={t('dataCenters')}
        isLoading={!dataCenters}
        tabs={(dataCenters ?? INITIAL).map(({ name, system_name }) => ({ value: system_name, label: name }))}
      />
    </div>
  )
}
