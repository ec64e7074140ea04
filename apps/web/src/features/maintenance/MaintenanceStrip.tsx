import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '../../shared/lazy-when-idle.ts'
import { keepChoice, readChoice } from '../../shared/saving/storage.ts'
import classes from './maintenance-strip.module.css'

const StripContent = lazyWhenIdle(async () => {
  const [{ StripContent }] = await Promise.all([
    import('./StripContent.tsx'),
    i18next.loadNamespaces(['maintenance']),
  ])
  return { default: StripContent }
})

const KEY = 'aviary-maintenance-strip'
const NONE = 'none'

/**
 * One line with the maintenance in progress and the next one, loaded after the page. Until then an empty line
 * keeps its place, unless the last visit showed no maintenance.
 */
export function MaintenanceStrip() {
  const [isKept] = useState(() => readChoice(KEY) !== NONE)
  return (
    <div className={classes.strip} data-kept={isKept || undefined}>
      <Suspense fallback={null}>
        <StripContent onKnown={(isAny) => keepChoice(KEY, isAny ? '' : NONE)} />
      </Suspense>
    </div>
  )
}
