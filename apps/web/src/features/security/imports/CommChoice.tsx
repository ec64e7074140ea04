import { cutText } from '@aviary/contract/cut-text'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useComms, useSecurityIncidents } from '../use-security.ts'

type CommChoiceProps = {
  /** Values of the fields; empty if nothing is chosen. */
  secId: string
  commId: string
  /** Whether the URL contains both ids, so that they cannot be chosen. */
  isFixed: boolean
  isDisabled: boolean
  onChange: (chosen: { secId: string; commId: string }) => void
}

/** Chooses the security incident and the comm that an import belongs to. */
export function CommChoice({ secId, commId, isFixed, isDisabled, onChange }: CommChoiceProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const incidents = useSecurityIncidents()
  const options = (incidents.data ?? []).map(({ sec_id, title }) => ({
    value: String(sec_id),
    label: `${sec_id} ${title}`,
  }))
  const incident = withNone(options, secId)
  return (
    <>
      <Choice
        label={t('field.secId')}
        isFixed={isFixed}
        isDisabled={isDisabled}
        value={secId}
        options={incident}
        onChange={(chosen) => onChange({ secId: chosen, commId: '' })}
      />
      {secId === '' ? (
        <Choice
          label={t('field.commId')}
          help={t('upload.incidentFirst')}
          isFixed={false}
          isDisabled
          value=""
          options={withNone([], '')}
          onChange={() => undefined}
        />
      ) : (
        <CommOfIncident
          secId={Number(secId)}
          commId={commId}
          isFixed={isFixed}
          isDisabled={isDisabled}
          onChange={(chosen) => onChange({ secId, commId: chosen })}
        />
      )}
    </>
  )
}

type CommOfIncidentProps = {
  secId: number
  commId: string
  isFixed: boolean
  isDisabled: boolean
  onChange: (commId: string) => void
}

function CommOfIncident({ secId, commId, isFixed, isDisabled, onChange }: CommOfIncidentProps) {
  const { t } = useTranslation('security-merge')
  const comms = useComms(secId)
  const options = (comms.data ?? []).map(({ sec_comm_id, description }) => ({
    value: String(sec_comm_id),
    label: `${sec_comm_id} ${cutText(description, 80)}`,
  }))
  const isEmpty = comms.data?.length === 0
  return (
    <Choice
      label={t('field.commId')}
      help={isEmpty ? t('upload.noComm') : undefined}
      isFixed={isFixed}
      isDisabled={isDisabled}
      value={commId}
      options={withNone(options, commId)}
      onChange={onChange}
    />
  )
}

type Option = { value: string; label: string }

type ChoiceProps = {
  label: string
  help?: string | undefined
  isFixed: boolean
  isDisabled: boolean
  value: string
  options: Option[]
  onChange: (value: string) => void
}

/** A select, or a read-only field if the URL fixes the value. */
function Choice({ label, help, isFixed, isDisabled, value, options, onChange }: ChoiceProps) {
  if (isFixed) {
    const chosen = options.find((option) => option.value === value)?.label ?? value
    return <TextInput label={label} value={chosen} readOnly />
  }
  return (
    <NativeSelect
      label={label}
      required
      disabled={isDisabled}
      description={help}
      value={value}
      data={options}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Adds an empty option, and the chosen id if the list lacks it. */
function withNone(options: readonly Option[], chosen: string): Option[] {
  const isListed = chosen === '' || options.some(({ value }) => value === chosen)
  return [{ value: '', label: '' }, ...(isListed ? [] : [{ value: chosen, label: chosen }]), ...options]
}
