import { type Channel, createChannel, updateChannel } from '@aviary/contract/channels/endpoints'
import { LONGEST_CHANNEL_NAME } from '@aviary/contract/channels/rules'
import type { Locale } from '@aviary/contract/reference/endpoints'
import type { SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { useOptionName } from '../subscriptions/public.ts'
import { ChannelChoices } from './ChannelChoices.tsx'
import { ChannelEvents } from './ChannelEvents.tsx'
import { ChannelKindChoice, ChannelPlace } from './ChannelPlace.tsx'
import {
  type ChannelValues,
  emptyIn,
  eventsOf,
  incompleteOf,
  listChosen,
  toFields,
  valuesOf,
} from './channel-values.ts'
import classes from './channels.module.css'
import { ReadyDialog } from './ReadyDialog.tsx'
import { useInternalBar } from './use-internal-bar.ts'
import { useLocale } from './use-locale.ts'

const AUDIENCES = ['EXTERNAL', 'INTERNAL'] as const

type ChannelFormProps = RecordProps<Channel> & {
  options: SubscriptionOptions
  locales: readonly Locale[]
}

/** Creates or edits a channel; the secret of a new webhook is shown once. */
export function ChannelForm({ options, locales, ...props }: ChannelFormProps) {
  const { t } = useTranslation(['channels', 'subscriptions'])
  const { record, onClose } = props
  const getAudienceName = useAudienceName()
  const [created, setCreated] = useState<{ channel: Channel; secret: string | null }>()
  const language = useLocale(locales)
  const option = useOptionName()
  const notInternal = useInternalBar('audience.notInternal')
  const nameOfLanguage = (key: string) =>
    locales.find(({ system_key }) => system_key === key)?.display_name ?? key
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: emptyIn(language),
    textsOf: ({ kind, name, address, target, locale, audience, events, subscriptions }: ChannelValues) => ({
      kind: t(`kind.${kind}`),
      name: name.trim(),
      address: address.trim(),
      target: kind === 'slack' ? target.trim() : '',
      locale: nameOfLanguage(locale),
      audience: audience && getAudienceName(audience),
      events: events.map((group) => t(`events.group.${group}`)).join(', '),
      subscriptions: listChosen(options, subscriptions, {
        category: (category) => t(`subscriptions:category.${category}`),
        option,
      }),
    }),
    names: {
      kind: t('column.kind'),
      name: t('column.name'),
      address: t(`field.address.${record?.kind ?? 'webhook'}`),
      target: t('field.target'),
      locale: t('column.language'),
      audience: t('column.audience'),
      events: t('column.events'),
      subscriptions: t('column.hears'),
    },
    create: createChannel,
    createBody: (values) => ({
      ...toFields(values, options),
      ...{ kind: values.kind, address: values.address.trim() },
    }),
    update: updateChannel,
    updateParams: ({ channel_id }) => ({ id: channel_id }),
    updateBody: (values, { version }) => ({
      ...toFields(values, options),
      ...(values.address.trim() !== '' && { address: values.address.trim() }),
      version,
    }),
    onCreated: setCreated,
  })
  const { values, write } = form.edit
  if (created) return <ReadyDialog {...created} onClose={onClose} />
  const refusal = (field: string) => form.faults.find(({ path }) => path === `body.${field}`)?.message
  const incomplete = incompleteOf(options, values.subscriptions, record?.subscriptions)
  const fault = () => {
    if (values.name.trim() === '') return t('missing.name')
    if (form.isNew && values.address.trim() === '') return t(`missing.address.${values.kind}`)
    if (values.kind === 'slack' && values.target.trim() === '') return t('missing.target')
    if (values.audience === '') return t('missing.audience')
    if (eventsOf(values).length === 0) return t('missing.events')
    if (incomplete.length === 0) return undefined
    const groups = incomplete.map((category) => t(`subscriptions:category.${category}`)).join(', ')
    return t('subscriptions:notComplete', { groups })
  }
  const isTakenOver = record?.paused?.reason === 'owner'
  return (
    <RecordDialog form={form} fault={fault()} maySaveUnchanged={isTakenOver} size="wide">
      {isTakenOver && <Notice>{t('form.takeOver')}</Notice>}
      {form.isNew && (
        <ChannelKindChoice kind={values.kind} onChange={(kind) => write({ kind, address: '' })} />
      )}
      <div className={classes.columns}>
        <TextInput
          label={t('column.name')}
          required
          maxLength={LONGEST_CHANNEL_NAME}
          value={values.name}
          error={refusal('name')}
          onChange={(event) => write({ name: event.currentTarget.value })}
          data-autofocus
        />
        <NativeSelect
          label={t('column.language')}
          value={values.locale}
          error={refusal('locale')}
          onChange={(event) => write({ locale: event.currentTarget.value })}
          data={locales.map(({ system_key, display_name }) => ({ value: system_key, label: display_name }))}
        />
      </div>
      <ChannelPlace record={record} values={values} refusal={refusal} onChange={write} />
      <ChoiceCards
        label={t('column.audience')}
        value={values.audience}
        choices={AUDIENCES.map((audience) => ({
          value: audience,
          label: getAudienceName(audience),
          description: t(`audience.help.${audience}`),
          disabledReason: audience === 'INTERNAL' ? notInternal : undefined,
        }))}
        onChange={(audience) => write({ audience })}
      />
      <ChannelEvents values={values} refusal={refusal} onChange={write} />
      <ChannelChoices
        options={options}
        chosen={values.subscriptions}
        incomplete={incomplete}
        onChange={(subscriptions) => write({ subscriptions })}
      />
    </RecordDialog>
  )
}
