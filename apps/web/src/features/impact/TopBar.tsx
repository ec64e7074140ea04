import { INITIAL_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { Tabs } from '@mantine/core'
import { IconRadar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterBox } from '../../ui/FilterBox.tsx'
import classes from './impact.module.css'
import { useSearchText } from './use-dora-state.ts'

type TopBarProps = {
  /** Undefined while they are not known. */
  dataCenters: readonly DataCenter[] | undefined
  isHidden: boolean
  held: Parameters<typeof useSearchText>[0]
  showsEgg: boolean
  onLogo: () => void
}

// Before data centers are known the bar shows the one that the state starts with (spec 3 §9).
const INITIAL: readonly DataCenter[] = [
  { name: INITIAL_IMPACT_DATA_CENTER, system_name: INITIAL_IMPACT_DATA_CENTER },
]

/** Logo, search box and a tab for each data center (spec 3 §2). It stands within the tabs' own element. */
export function TopBar({ dataCenters, isHidden, held, showsEgg, onLogo }: TopBarProps) {
  const { t } = useTranslation('impact')
  // Here, so that a key press draws none of the lists anew.
  const search = useSearchText(held)
  return (
    <div className={classes.topBar} hidden={isHidden}>
      <button
        type="button"
        className={classes.logo}
        aria-pressed={showsEgg}
        title={t('logo')}
        onClick={onLogo}
      >
        <IconRadar size={28} aria-hidden />
        <span className="visually-hidden">{t('logo')}</span>
      </button>
      <search className={classes.search}>
        <FilterBox label={t('search')} text={search.text} onChange={search.type} />
      </search>
      <Tabs.List aria-label={t('dataCenters')} aria-busy={!dataCenters || undefined}>
        {(dataCenters ?? INITIAL).map(({ name, system_name }) => (
          <Tabs.Tab key={system_name} value={system_name} disabled={!dataCenters}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  )
}
