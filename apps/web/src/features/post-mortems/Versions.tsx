import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { VERSION_PARAMETER } from './parameters.ts'
import classes from './post-mortems.module.css'
import { useVersions } from './use-post-mortem.ts'

const CompareVersions = lazyWithRetry(async () => ({
  default: (await import('./CompareVersions.tsx')).CompareVersions,
}))

type VersionsProps = { jiraId: string; shown: number; newest: number }

/** Who saved which version when; each can be read, and two be compared. */
export function Versions({ jiraId, shown, newest }: VersionsProps) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  const { write } = useSearchParams()
  const query = useVersions(jiraId)
  useErrorToast(query.error, t('versions.error'))
  const [isComparing, setComparing] = useState(false)
  const versions = query.data ?? []
  return (
    <Panel
      title={t('versions')}
      className={classes.versions}
      aside={
        versions.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => setComparing(true)}>
            {t('versions.compare')}
          </Button>
        )
      }
    >
      <Loaded query={query} failure={t('versions.error')} loading={t('versions.loading')} rows={2}>
        {(rows) => (
          <ol className={classes.list}>
            {rows.map(({ version, saved_by, saved_date, note }) => (
              <li key={version}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-pressed={version === shown}
                  onClick={() => write({ [VERSION_PARAMETER]: version === newest ? '' : String(version) })}
                >
                  {t('versions.name', { number: number(version) })}
                </Button>
                <span>
                  {authorName(saved_by)}
                  <br />
                  <span className="muted">
                    <Time at={saved_date} />
                  </span>
                  {note !== '' && <span className={classes.note}>{note}</span>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {isComparing && (
        <Suspense fallback={null}>
          <CompareVersions jiraId={jiraId} versions={versions} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
