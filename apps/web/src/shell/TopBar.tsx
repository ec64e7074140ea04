import { Suspense } from 'react'
import { lazyWhenIdle } from '../shared/lazy-when-idle.ts'
import { useScreen } from '../shared/use-screen.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import classes from './top-bar.module.css'

const NavigationDrawer = lazyWhenIdle(() => import('./NavigationDrawer.tsx'))
const TopBarTools = lazyWhenIdle(() => import('./TopBarTools.tsx'))

export function TopBar() {
  return (
    <header className={classes.topBar}>
      <Suspense fallback={<span className={classes.burger} />}>
        <NavigationDrawer />
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
