import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { downloadText } from '../../shared/download.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { toMarkdown } from './markdown.ts'
import classes from './timeline.module.css'
import { useEntryText } from './use-entry-text.ts'
import { useTimeline } from './use-timeline.ts'

/** The events of an incident, oldest first, with a Markdown download for reviews. */
export function Timeline({ jiraId, className }: { jiraId: string; className?: string | undefined }) {
  const { t } = useTranslation('timeline')
  const { data, error, refetch } = useTimeline(jiraId)
  const toEntryText = useEntryText()
  useErrorToast(error, t('toast'))
  const save = (entries: readonly TimelineEntry[]) =>
    downloadText(`${jiraId}-timeline.md`, toMarkdown(t('heading', { id: jiraId }), entries, toEntryText))
  const download = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={!data}
      onClick={() => data && save(data)}
    >
      {t('markdown')}
    </Button>
  )
  return (
    <Panel title={t('title')} aside={download} className={className}>
      {!data && error && (
        <ErrorState title={t('error')} reason={reasonOf(error)} again={{ run: () => void refetch() }} />
      )}
      {!data && !error && <Skeleton rows={5} label={t('loading')} />}
      <ol className={classes.entries}>
        {data?.map((entry) => {
          const { title, text } = toEntryText(entry)
          return (
            <li key={`${entry.at} ${title}`} data-kind={entry.kind}>
              <Time at={entry.at} />
              <div>
                <strong>{title}</strong>
                {text && <p>{text}</p>}
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
