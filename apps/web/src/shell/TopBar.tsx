import { Suspense } from 'react'
import { useScreen } from '../shared/use-screen.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { NavigationDrawer, TopBarTools } from './lazy-tools.ts'
import { Navigation } from './Navigation.tsx'
import classes from './top-bar.module.css'

export function TopBar() {
  return (
    <header className={classes.topBar}>
      <Suspense fallback={<span className={classes.burger} />}>
        <NavigationDrawer>{(close) => <Navigation onFollow={close} />}</NavigationDrawer>
      </Suspense>
      <Breadcrumbs screen={useScreen()} />
      <ConnectionState />
      <div className={classes.tools}>
        <Suspense fallback={null}>
          <TopBarTools />
        </Suspense>
      </div>
    </header>
  )
}
