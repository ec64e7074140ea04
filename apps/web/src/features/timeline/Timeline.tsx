import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { downloadText } from '../../shared/download.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { toMarkdown } from './markdown.ts'
import classes from './timeline.module.css'
import { useEntryText } from './use-entry-text.ts'
import { useTimeline } from './use-timeline.ts'

/** The events of an incident, oldest first, with a Markdown download for reviews. */
export function Timeline({ jiraId, className }: { jiraId: string; className?: string | undefined }) {
  const { t } = useTranslation('timeline')
  const query = useTimeline(jiraId)
  const { data, error } = query
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
      <Loaded query={query} failure={t('error')} loading={t('loading')} rows={5} />
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
