import type { Channel } from '@aviary/contract/channels/endpoints'
import {
  CHANNEL_KINDS,
  type ChannelKind,
  LONGEST_CHANNEL_ADDRESS,
  LONGEST_CHANNEL_TARGET,
} from '@aviary/contract/channels/rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from './channel-values.ts'

/** What the address of each kind looks like. */
const PLACEHOLDERS: Record<ChannelKind, string> = {
  webhook: 'https://',
  slack: 'xoxb-',
  slack_webhook: 'https://hooks.slack.com/services/',
  teams: 'https://',
  google_chat: 'https://chat.googleapis.com/v1/spaces/',
  pagerduty: '',
}

type ChannelPlaceProps = {
  /** Undefined for a new channel. */
  record: Channel | undefined
  values: ChannelValues
  refusal: (field: string) => string | undefined
  onChange: (changed: Partial<ChannelValues>) => void
}

type ChannelKindChoiceProps = { kind: ChannelKind; onChange: (kind: ChannelKind) => void }

/** The kind of a new channel. */
export function ChannelKindChoice({ kind, onChange }: ChannelKindChoiceProps) {
  const { t } = useTranslation('channels')
  return (
    <NativeSelect
      label={t('column.kind')}
      description={t(`kind.help.${kind}`)}
      value={kind}
      onChange={({ currentTarget }) => {
        const chosen = CHANNEL_KINDS.find((one) => one === currentTarget.value)
        if (chosen) onChange(chosen)
      }}
      data={CHANNEL_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
    />
  )
}

/** Where a channel posts. */
export function ChannelPlace({ record, values, refusal, onChange }: ChannelPlaceProps) {
  const { t } = useTranslation('channels')
  const { kind } = values
  return (
    <>
      <TextInput
        type={kind === 'slack' || kind === 'pagerduty' ? 'text' : 'url'}
        label={t(`field.address.${kind}`)}
        description={record ? t('address.keep', { host: record.host }) : t(`address.help.${kind}`)}
        placeholder={PLACEHOLDERS[kind]}
        required={!record}
        maxLength={LONGEST_CHANNEL_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        value={values.address}
        error={refusal('address')}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      {kind === 'slack' && (
        <TextInput
          label={t('field.target')}
          description={t('target.help')}
          placeholder="C0123456789"
          required
          maxLength={LONGEST_CHANNEL_TARGET}
          autoComplete="off"
          spellCheck={false}
          value={values.target}
          error={refusal('target')}
          onChange={(event) => onChange({ target: event.currentTarget.value })}
        />
      )}
    </>
  )
}
