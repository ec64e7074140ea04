import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './segments.module.css'

type TabListProps = { label: string; tabs: readonly { value: string; label: ReactNode }[] }

/** The heads of `Tabs`, side by side in one box. */
export const TabList = ({ label, tabs }: TabListProps) => (
  <Tabs.List className={`${classes.segments} ${classes.tabs}`} aria-label={label}>
    {tabs.map((tab) => (
      <Tabs.Tab key={tab.value} value={tab.value} className={classes.segment ?? ''}>
        {tab.label}
      </Tabs.Tab>
    ))}
  </Tabs.List>
)
