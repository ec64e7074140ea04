import { type ReactNode, Suspense } from 'react'
import { useReportRefresh } from '../shared/last-refresh.ts'
import { lazyWhenIdle } from '../shared/lazy-when-idle.ts'
import { useScreen } from '../shared/use-screen.ts'
import { useIsPhone } from '../shared/use-width.ts'
import { HelpLink } from './HelpLink.tsx'
import { LastRefresh } from './LastRefresh.tsx'
import classes from './page-header.module.css'
import { isSavableList } from './saved-views/savable-lists.ts'

const SavedViews = lazyWhenIdle(async () => ({
  default: (await import('./saved-views/SavedViews.tsx')).SavedViews,
}))

type PageHeaderProps = {
  title: ReactNode
  /** Muted words beside the title. */
  fact?: ReactNode
  /**
   * When the server last answered (milliseconds since 1970; 0 for never). The top bar shows
   * this time; on a phone, a line under the title shows it.
   */
  refreshedAt?: number
  /** The main action. */
  children?: ReactNode
}

/** Title of a page with the link to the guide, and its main action at the right. */
export function PageHeader({ title, fact, refreshedAt, children }: PageHeaderProps) {
  useReportRefresh(refreshedAt ?? 0)
  const isPhone = useIsPhone()
  return (
    <div className={classes.header}>
      <div className={classes.title}>
        <h1>{title}</h1>
        <HelpLink />
        {isSavableList(useScreen()) && (
          <Suspense fallback={<span className={classes.help} />}>
            <SavedViews />
          </Suspense>
        )}
      </div>
      {fact && <span className={classes.fact}>{fact}</span>}
      <div className={classes.aside}>{children}</div>
      {isPhone && refreshedAt !== undefined && (
        <p className={classes.refresh}>
          <LastRefresh at={refreshedAt} />
        </p>
      )}
    </div>
  )
}
