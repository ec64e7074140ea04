import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import classes from './maintenance.module.css'
import { useCreateFeed, useEndFeed } from './use-calendar-feed.ts'

/** Addresses under which calendar programs read the events. Whoever has one reads without signing in. */
export function CalendarFeed({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const [isEnding, setEnding] = useState(false)
  const create = useCreateFeed()
  const end = useEndFeed(() => {
    create.reset()
    setEnding(false)
  })
  return (
    <Dialog title={t('feed.title')} size="xl" onClose={onClose}>
      <div className={classes.form}>
        <p>{t('feed.what')}</p>
        <p>{t('feed.secret')}</p>
        {create.data && <Links links={create.data} />}
      </div>
      {isEnding ? (
        <ConfirmEnd
          isBusy={end.isPending}
          hindrance={offline}
          onBack={() => setEnding(false)}
          onEnd={() => end.mutate()}
        />
      ) : (
        <DialogFooter reason={offline}>
          <Button
            variant="default"
            disabled={offline !== undefined}
            title={offline}
            onClick={() => setEnding(true)}
          >
            {t('feed.end')}
          </Button>
          <Button
            disabled={offline !== undefined || create.isPending}
            title={offline}
            onClick={() => create.mutate()}
          >
            {t('feed.create')}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  )
}

function Links({ links }: { links: readonly { data_center: string; address: string }[] }) {
  const { t } = useTranslation(['maintenance', 'shell'])
  const names = useNames()
  return (
    <section aria-label={t('feed.links')} className={classes.form}>
      <p role="status" className={classes.warning}>
        {t('feed.once')}
      </p>
      {links.map(({ data_center, address }) => {
        const label = data_center === 'all' ? t('feed.all') : names.dataCenter(data_center)
        return (
          <div key={data_center} className={classes.address}>
            <TextInput
              label={label}
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy} aria-label={`${t('feed.copy')}: ${label}`}>
                  {copied ? t('shell:copied') : t('feed.copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        )
      })}
    </section>
  )
}

type ConfirmEndProps = {
  isBusy: boolean
  hindrance: string | undefined
  onBack: () => void
  onEnd: () => void
}

/** What reads the old addresses stops, and new ones are others. */
function ConfirmEnd({ isBusy, hindrance, onBack, onEnd }: ConfirmEndProps) {
  const { t } = useTranslation(['maintenance', 'shell'])
  const back = useFocusOnMount<HTMLButtonElement>()
  return (
    <div role="alert">
      <p>{t('feed.endQuestion')}</p>
      <DialogFooter reason={hindrance}>
        <Button ref={back} variant="default" onClick={onBack}>
          {t('shell:confirm.back')}
        </Button>
        <Button color="danger" disabled={isBusy || hindrance !== undefined} title={hindrance} onClick={onEnd}>
          {t('feed.end')}
        </Button>
      </DialogFooter>
    </div>
  )
}
