import { screens } from '@aviary/contract/screens'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconDots,
  IconDownload,
  IconMessages,
  IconPrinter,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { downloadText } from '../../shared/download.ts'
import { useMay } from '../../shared/may.ts'
import { useLanguageName } from '../../shared/names.ts'
import { toMarkdown } from './markdown.ts'
import classes from './story.module.css'
import { useEntryText } from './use-entry-text.ts'
import type { StoryView } from './use-story-view.ts'

type StoryToolsProps = { jiraId: string; entries: readonly TimelineEntry[] | undefined; view: StoryView }

/** Language of the bodies, order of the entries, download and print. */
export function StoryTools({ jiraId, entries, view }: StoryToolsProps) {
  const { t } = useTranslation('timeline')
  const Arrow = view.isOldestFirst ? IconArrowUp : IconArrowDown
  return (
    <div className={classes.tools}>
      {view.languages.length > 1 && <LanguageChoice view={view} />}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Arrow size={14} aria-hidden />}
        onClick={view.reverse}
      >
        {t(view.isOldestFirst ? 'oldestFirst' : 'newestFirst')}
      </Button>
      <MoreMenu jiraId={jiraId} entries={entries} />
    </div>
  )
}

function LanguageChoice({ view }: { view: StoryView }) {
  const { t } = useTranslation('timeline')
  const name = useLanguageName()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('language', { language: name(view.language) })}
        >
          {name(view.language)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {view.languages.map((language) => (
          <Menu.Item key={language} lang={language} onClick={() => view.chooseLanguage(language)}>
            {name(language)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function MoreMenu({ jiraId, entries }: Omit<StoryToolsProps, 'view'>) {
  const { t } = useTranslation(['timeline', 'shell'])
  const may = useMay()
  const toEntryText = useEntryText()
  const save = () =>
    downloadText(
      `${jiraId}-timeline.md`,
      toMarkdown(t('heading', { id: jiraId }), entries ?? [], toEntryText),
    )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may(screens.incidentManagement) && (
          <Menu.Item
            component={Link}
            to="/edit/$id"
            params={{ id: jiraId } as never}
            leftSection={<IconMessages size={16} aria-hidden />}
          >
            {t('screen.Incident Messages', { ns: 'shell' })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} disabled={!entries} onClick={save}>
          {t('markdown')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
