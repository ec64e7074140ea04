import '@mantine/core/styles/Button.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useLanguageName } from '../../shared/names.ts'
import { useOnline } from '../../shared/online.ts'
import { MailView } from '../../ui/MailView.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import type { EmailField } from './draft.ts'
import classes from './messages.module.css'
import { NotReached } from './NotReached.tsx'
import { type Draft, usePreview } from './use-messages.ts'

type ConfirmBroadcastProps = {
  draft: Draft
  fields: readonly EmailField[]
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The second look: what was entered, whether it leaves the house, how many get it and what they will read. */
export function ConfirmBroadcast({ draft, fields, isBusy, onBack, onConfirm }: ConfirmBroadcastProps) {
  const { t, i18n } = useTranslation(['messages', 'shell'])
  const isOnline = useOnline()
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
          <NotReached jiraId={draft.jira_id} messageType={draft.message_type} />
        </>
      )}
      <Entered draft={draft} fields={fields} />
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
        <Button variant="default" onClick={onBack} data-autofocus>
          {t('confirm.back')}
        </Button>
        <Button
          disabled={!data || isBusy || !isOnline}
          title={isOnline ? undefined : t('shell:offline')}
          color={data?.audience === 'INTERNAL' ? 'accent' : 'danger'}
          onClick={onConfirm}
        >
          {t(data?.audience === 'INTERNAL' ? 'confirm.sendInternal' : 'confirm.sendExternal')}
        </Button>
      </div>
    </div>
  )
}

function Entered({ draft, fields }: { draft: Draft; fields: readonly EmailField[] }) {
  const { t } = useTranslation('messages')
  const rows: [string, string | undefined][] = [
    [t('form.type'), draft.message_type],
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
