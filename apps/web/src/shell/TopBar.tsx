import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyWhenIdle } from '../shared/lazy-when-idle.ts'
import { ConnectionState } from './ConnectionState.tsx'
import classes from './shell.module.css'

const NavigationDrawer = lazyWhenIdle(() => import('./NavigationDrawer.tsx'))
const TopBarTools = lazyWhenIdle(() => import('./TopBarTools.tsx'))

export function TopBar() {
  return (
    <header className={classes.topBar}>
      <Suspense fallback={<span className={classes.burger} />}>
        <NavigationDrawer />
      </Suspense>
      <Link to="/" className={classes.brand}>
        Aviary
      </Link>
      <ConnectionState />
      <div className={classes.space} />
      <Suspense fallback={null}>
        <TopBarTools />
      </Suspense>
    </header>
  )
}
