import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useNames } from '../../shared/names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { exactTime } from '../../shared/time/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import classes from './maintenance.module.css'
import { useCreateFeed, useEndFeed, useFeedDate } from './use-calendar-feed.ts'

type Question = 'replace' | 'end'

/** The URLs from which calendar programs read the events. A URL is a secret: it works without signing in. */
export function CalendarFeed({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const [question, setQuestion] = useState<Question>()
  const closeQuestion = () => setQuestion(undefined)
  const { since, error } = useFeedDate()
  const create = useCreateFeed(closeQuestion)
  const end = useEndFeed(() => {
    create.reset()
    closeQuestion()
  })
  return (
    <Dialog title={t('feed.title')} size="xl" onClose={onClose}>
      <div className={classes.form}>
        <p>{t('feed.what')}</p>
        <p>{t('feed.secret')}</p>
        {since && !create.data && <FeedCreated since={since} />}
        {error && <p className="muted">{t('feed.unknown', { reason: getErrorMessage(error) })}</p>}
        {create.data && <Links links={create.data} />}
      </div>
      {question ? (
        <Confirm
          question={question}
          isBusy={end.isPending || create.isPending}
          onBack={closeQuestion}
          onConfirm={() => (question === 'end' ? end.mutate() : create.mutate())}
        />
      ) : (
        <FeedButtons
          // Until loaded, assumes that URLs exist: new URLs replace them, which needs a confirmation.
          hasLink={since !== null}
          isBusy={create.isPending || (since === undefined && !error)}
          onCreate={() => (since === null ? create.mutate() : setQuestion('replace'))}
          onEnd={() => setQuestion('end')}
        />
      )}
    </Dialog>
  )
}

function FeedCreated({ since }: { since: string }) {
  const { t, i18n } = useTranslation('maintenance')
  return <p>{t('feed.since', { at: exactTime(Date.parse(since), i18n.language, PACIFIC) })}</p>
}

type FeedButtonsProps = { hasLink: boolean; isBusy: boolean; onCreate: () => void; onEnd: () => void }

function FeedButtons({ hasLink, isBusy, onCreate, onEnd }: FeedButtonsProps) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  return (
    <DialogFooter reason={offline}>
      {hasLink && (
        <Button variant="default" disabled={offline !== undefined || isBusy} title={offline} onClick={onEnd}>
          {t('feed.end')}
        </Button>
      )}
      <Button
        variant={hasLink ? 'default' : 'filled'}
        disabled={offline !== undefined || isBusy}
        title={offline}
        onClick={onCreate}
      >
        {t(hasLink ? 'feed.replace' : 'feed.create')}
      </Button>
    </DialogFooter>
  )
}

function Links({ links }: { links: readonly { data_center: string; address: string }[] }) {
  const { t, i18n } = useTranslation(['maintenance', 'shell'])
  const names = useNames()
  return (
    <section aria-label={t('feed.links')} className={classes.form}>
      <p role="status" className={classes.warning}>
        {t('feed.once')}
      </p>
      <p className="muted">{t('feed.language')}</p>
      {links.map(({ data_center, address: plain }) => {
        const address = inLanguage(plain, i18n.language)
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

/** Adds the reader's language to the URL: calendar programs send no language, and the default is English. */
const inLanguage = (address: string, language: string): string =>
  language === FALLBACK_LOCALE ? address : `${address}?locale=${encodeURIComponent(language)}`

type ConfirmProps = { question: Question; isBusy: boolean; onBack: () => void; onConfirm: () => void }

/** Warns that calendar programs using the old URLs stop working. */
function Confirm({ question, isBusy, onBack, onConfirm }: ConfirmProps) {
  const { t } = useTranslation(['maintenance', 'shell'])
  const offline = useOfflineReason()
  const back = useFocusOnMount<HTMLButtonElement>()
  return (
    <div role="alert">
      <p>{t(`feed.${question}Question`)}</p>
      <DialogFooter reason={offline}>
        <Button ref={back} variant="default" onClick={onBack}>
          {t('shell:confirm.back')}
        </Button>
        <Button color="danger" disabled={isBusy || offline !== undefined} title={offline} onClick={onConfirm}>
          {t(`feed.${question}`)}
        </Button>
      </DialogFooter>
    </div>
  )
}
