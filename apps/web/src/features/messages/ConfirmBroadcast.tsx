import '@mantine/core/styles/Button.css'
import { bodyPreview } from '@aviary/contract/messages/body'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useLanguageName } from '../../shared/names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { MailView } from '../../ui/MailView.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import type { EmailField } from './draft.ts'
import classes from './messages.module.css'
import { NotReached } from './NotReached.tsx'
import { type Draft, usePreview } from './use-messages.ts'

type ConfirmBroadcastProps = {
  draft: Draft
  fields: readonly EmailField[]
  /** Title of the template that the body was taken from. */
  template: string | undefined
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The second look: what was entered, whether it leaves the house, how many get it and what they will read. */
export function ConfirmBroadcast(props: ConfirmBroadcastProps) {
  const { draft, fields, template, isBusy, onBack, onConfirm } = props
  const { t, i18n } = useTranslation('messages')
  const offline = useOfflineReason()
  const back = useFocusOnMount<HTMLButtonElement>()
  const { data, error, refetch } = usePreview(draft)
  const [locale, setLocale] = useState('en')
  const mail = data?.mails.find((one) => one.locale === locale) ?? data?.mails[0]
  const count = (people: number) => new Intl.NumberFormat(i18n.language).format(people)
  const language = useLanguageName()
  return (
    <div className={classes.form}>
      {error && (
        <ErrorState
          title={t('confirm.error')}
          reason={reasonOf(error)}
          again={{ run: () => void refetch() }}
        />
      )}
      {!data && !error && <Skeleton rows={6} label={t('confirm.loading')} />}
      {data && (
        <>
          <p className={classes.audience} data-audience={data.audience}>
            {t(data.audience === 'INTERNAL' ? 'confirm.internal' : 'confirm.external')}
          </p>
          <p>
            <strong>{t('confirm.total', { count: data.total, people: count(data.total) })}</strong>{' '}
            {data.recipients
              .map((one) =>
                t('confirm.perLanguage', { language: language(one.locale), people: count(one.people) }),
              )
              .join(' · ')}
          </p>
          {data.total === 0 && <p role="alert">{t('confirm.nobody')}</p>}
          <NotReached jiraId={draft.jira_id} messageType={draft.message_type} />
        </>
      )}
      <Entered draft={draft} fields={fields} template={template} />
      {data && mail && (
        <section aria-label={t('confirm.preview')}>
          <NativeSelect
            label={t('confirm.preview')}
            value={mail.locale}
            onChange={(event) => setLocale(event.currentTarget.value)}
            data={data.mails.map((one) => ({ value: one.locale, label: language(one.locale) }))}
          />
          {data.fallback_locales.length > 0 && (
            <p className="muted">
              {t('confirm.fallback', { languages: data.fallback_locales.map(language).join(', ') })}
            </p>
          )}
          <p>
            {t('confirm.subject')} <strong>{mail.subject}</strong>
          </p>
          <MailView html={mail.html} label={t('confirm.preview')} />
        </section>
      )}
      <div className={classes.buttons}>
        <Button ref={back} variant="default" onClick={onBack}>
          {t('confirm.back')}
        </Button>
        <Button
          disabled={!data || isBusy || offline !== undefined}
          title={offline}
          color={data?.audience === 'INTERNAL' ? 'accent' : 'danger'}
          onClick={onConfirm}
        >
          {t(data?.audience === 'INTERNAL' ? 'confirm.sendInternal' : 'confirm.sendExternal')}
        </Button>
      </div>
    </div>
  )
}

/** The whole of most bodies; the mail below shows the rest. */
const BODY_SHOWN = 1_000

type EnteredProps = Pick<ConfirmBroadcastProps, 'draft' | 'fields' | 'template'>

function Entered({ draft, fields, template }: EnteredProps) {
  const { t } = useTranslation('messages')
  const rows: [string, string | undefined][] = [
    [t('form.type'), draft.message_type],
    [t('form.template'), template],
    [t('form.body'), bodyPreview(draft.body, BODY_SHOWN)],
    [t('form.broadcast'), t(draft.broadcast === 'Y' ? 'form.yes' : 'form.no')],
    [t('form.impact'), draft.impact],
    [t('form.rootCause'), draft.root_cause],
    [t('form.correctiveMeasures'), draft.corrective_measures],
    [t('form.solution'), draft.solution],
    ...fields.map(({ name, label }): [string, string | undefined] => [
      label,
      draft.email_template_data?.[name],
    ]),
  ]
  return (
    <dl className={classes.entered}>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
