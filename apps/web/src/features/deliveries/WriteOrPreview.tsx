import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useHasRoomBeside } from '../../shared/use-width.ts'
import { TabList } from '../../ui/TabList.tsx'
import classes from './write-or-preview.module.css'

/** Form fields with a preview beside them; in narrow windows two tabs instead. */
export function WriteOrPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('deliveries')
  const hasRoom = useHasRoomBeside()
  const [view, setView] = useState<string | null>('write')
  if (hasRoom)
    return (
      <div className={classes.panes}>
        <div className={classes.fields}>{children}</div>
        {preview}
      </div>
    )
  return (
    <Tabs value={view} onChange={setView}>
      <TabList
        label={t('live.title')}
        tabs={[
          { value: 'write', label: t('live.write') },
          { value: 'preview', label: t('live.title') },
        ]}
      />
      <Tabs.Panel
        value="write"
        className={classes.fields}
        // Shows the fields before the browser reports a fault at the invalid field.
        onInvalidCapture={() => flushSync(() => setView('write'))}
      >
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="preview">{preview}</Tabs.Panel>
    </Tabs>
  )
}
