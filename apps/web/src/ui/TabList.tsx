import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './segments.module.css'

type TabListProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  /** The tabs are not known yet, so none can be opened. */
  isLoading?: boolean
}

/** The heads of `Tabs`, side by side in one box. */
export const TabList = ({ label, tabs, isLoading = false }: TabListProps) => (
  <Tabs.List
    className={`${classes.segments} ${classes.tabs}`}
    aria-label={label}
    aria-busy={isLoading || undefined}
  >
    {tabs.map((tab) => (
      <Tabs.Tab key={tab.value} value={tab.value} disabled={isLoading} className={classes.segment ?? ''}>
        {tab.label}
      </Tabs.Tab>
    ))}
  </Tabs.List>
)
