import type { ReachedChannels as Channels } from '@aviary/contract/channels/reached'
import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageName } from '../../shared/names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useRemovedText } from '../../shared/use-removed-text.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import classes from './deliveries.module.css'
import { MailsByLanguage } from './MailsByLanguage.tsx'
import { ReachedChannels } from './ReachedChannels.tsx'

/** Preview of a broadcast: its recipients, channels and mails. */
type Preview = {
  audience: 'INTERNAL' | 'EXTERNAL'
  total: number
  recipients: readonly { locale: string; people: number }[]
  channels: Channels
  mails: readonly { locale: string; subject: string; html: string }[]
  /** Languages without a text, whose readers get the English text. */
  fallback_locales: readonly string[]
  /** Parts of the typed text that the mails omit. */
  removed?: readonly RemovedPart[]
}

type SendConfirmationProps = {
  query: { data: Preview | undefined; error: Error | null; refetch: () => unknown }
  /** Text shown if there are no recipients. */
  nobody?: string
  /** Additional content about the recipients. */
  recipients?: ReactNode
  /** Content to read before sending; `blocked` is the reason why sending has to wait. */
  notice?: ReactNode
  blocked?: string | undefined
  /** Entered values by field name; empty ones are left out. */
  entered: readonly (readonly [name: string, value: string | null | undefined, lang?: string | undefined])[]
  /** Button texts by audience. */
  confirm: { internal: string; external: string }
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Confirmation before anything is sent: entered values, audience, number of recipients and channels, and the mails. */
export function SendConfirmation(props: SendConfirmationProps) {
  const { confirm, isBusy, onBack, onConfirm } = props
  const { t } = useTranslation('deliveries')
  const offline = useOfflineReason()
  const reason = offline ?? props.blocked
  const back = useFocusOnMount<HTMLButtonElement>()
  const query = props.query
  const { data, error } = query
  const isInternal = data?.audience === 'INTERNAL'
  const removed = useRemovedText()(data?.removed)
  return (
    <>
      <div className={classes.secondLook}>
        <div className={classes.check}>
          {props.notice}
          <LoadError query={query} failure={t('preview.error')} />
          {!data && !error && <Skeleton rows={6} label={t('preview.loading')} />}
          {data && (
            <>
              <Audience preview={data} />
              {data.total === 0 && <p role="alert">{props.nobody}</p>}
              <ReachedChannels channels={data.channels} />
              {removed && <p className={classes.removed}>{removed}</p>}
              {props.recipients}
            </>
          )}
          <EnteredValues rows={props.entered} />
        </div>
        {data && <MailsByLanguage preview={data} />}
      </div>
      <DialogFooter reason={reason ?? (isBusy ? undefined : t('preview.notSent'))}>
        <Button ref={back} variant="default" onClick={onBack}>
          {t('preview.back')}
        </Button>
        <Button
          disabled={!data || isBusy || reason !== undefined}
          title={reason}
          color={isInternal ? 'accent' : 'danger'}
          onClick={onConfirm}
        >
          {isInternal ? confirm.internal : confirm.external}
        </Button>
      </DialogFooter>
    </>
  )
}

function Audience({ preview }: { preview: Preview }) {
  const { t } = useTranslation('deliveries')
  const language = useLanguageName()
  const count = useCount()
  const perLanguage = preview.recipients.map((group) =>
    t('preview.perLanguage', { language: language(group.locale), people: count(group.people) }),
  )
  return (
    <>
      <p className={classes.audience} data-audience={preview.audience}>
        {t(preview.audience === 'INTERNAL' ? 'preview.internal' : 'preview.external')}
      </p>
      <p>
        <strong>{t('preview.total', { people: count(preview.total) })}</strong> {perLanguage.join(' · ')}
      </p>
    </>
  )
}

function EnteredValues({ rows }: { rows: SendConfirmationProps['entered'] }) {
  return (
    <dl className={classes.entered}>
      {rows.map(
        ([name, value, lang]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd lang={lang}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
