import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { LONGEST_EVENT_TITLE } from '@aviary/contract/maintenance/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { isBlank } from '@aviary/contract/messages/typed-body'
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { instantIn } from '../../shared/time/pacific-time.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'
import { DataCenterChoice } from './DataCenterChoice.tsx'
import { type EventValues, type Kind, withStart } from './event-values.ts'
import classes from './maintenance.module.css'
import { Overlaps } from './Overlaps.tsx'
import { useFlagChoices } from './use-flag-choices.ts'

type EventFormProps = {
  kind: Kind
  values: EventValues
  onChange: (changes: Partial<EventValues>) => void
  /** Id of the edited event, which is excluded from the overlaps. */
  eventId?: number
  /** Why the form cannot be submitted. */
  reason: string | undefined
  submitText: string
  isBusy: boolean
  onCancel: () => void
  onSubmit: () => void
  /** Shown above the fields: the conflict to resolve first. */
  children?: ReactNode
}

/** The fields of an event (spec 2 §5); the v1 form also has a notification body and a test choice. */
export function EventForm(props: EventFormProps) {
  const { kind, values, onChange, children } = props
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const reason = offline ?? props.reason
  const [touched, setTouched] = useState<readonly string[]>([])
  const touch = (field: string) => setTouched((before) => [...before, field])
  const isEmpty = (field: 'title' | 'body') =>
    touched.includes(field) && (field === 'body' ? isBlank(values.body) : bodyPreview(values.title, 1) === '')
  const [start, end] = [instantIn(values.start), instantIn(values.end)]
  return (
    <DialogForm
      className={classes.form}
      submit={props.submitText}
      reason={reason}
      isBusy={props.isBusy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
    >
      {children}
      {kind === 'window' && <p className="muted">{t('windows.zone')}</p>}
      <TextInput
        label={t('form.title')}
        required
        data-autofocus
        maxLength={LONGEST_EVENT_TITLE}
        value={values.title}
        error={isEmpty('title') && t('form.issueTitle')}
        onBlur={() => touch('title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {kind === 'window' && (
        <BodyField
          lang={FALLBACK_LOCALE}
          label={t('form.body')}
          textHelp={t('form.bodyHelp')}
          required
          rows={5}
          value={values.body}
          error={isEmpty('body') && t('form.issueBody')}
          onBlur={() => touch('body')}
          onChange={(body) => onChange({ body })}
        />
      )}
      <div className={classes.columns}>
        <PacificTimeField
          label={t('form.start')}
          required
          value={values.start}
          onChange={(next) => onChange(withStart(values, next))}
        />
        <PacificTimeField
          label={t('form.end')}
          required
          min={start}
          value={values.end}
          error={start !== undefined && end !== undefined && end < start && t('missing.order')}
          onChange={(next) => onChange({ end: next, isEndOurs: next.wall === '' })}
        />
      </div>
      <DataCenterChoice
        chosen={values.dataCenters}
        isTouched={touched.includes('dataCenters')}
        onChange={(dataCenters) => {
          touch('dataCenters')
          onChange({ dataCenters })
        }}
      />
      <Particulars {...props} />
      <Overlaps start={start} end={end} dataCenters={values.dataCenters} id={props.eventId} />
    </DialogForm>
  )
}

/** Audience, flag and Jira ids, and in the v1 form whether it is a test. */
function Particulars({ kind, values, onChange }: EventFormProps) {
  const { t } = useTranslation('maintenance')
  const flags = useFlagChoices(kind, values.flag)
  return (
    <>
      <YesNoChoice
        label={t('form.isInternal')}
        value={values.isInternal}
        texts={[t('audience.internal'), t(kind === 'event' ? 'audience.event' : 'audience.window')]}
        onChange={(isInternal) => onChange({ isInternal })}
      />
      <div className={classes.columns}>
        <NativeSelect
          label={t('form.flag')}
          value={values.flag}
          onChange={(event) => onChange({ flag: event.currentTarget.value })}
          data={[{ value: '', label: t('form.noFlag') }, ...flags]}
        />
        <TextInput
          label={t('form.jiraIds')}
          description={t('form.jiraIdsHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={1_000}
          value={values.jiraIds}
          onChange={(event) => onChange({ jiraIds: event.currentTarget.value })}
        />
      </div>
      {kind === 'window' && (
        <YesNoChoice
          label={t('form.isTest')}
          value={values.isTest}
          texts={[t('form.yes'), t('form.no')]}
          onChange={(isTest) => onChange({ isTest })}
        />
      )}
    </>
  )
}

type YesNoChoiceProps = {
  label: string
  value: 'Y' | 'N'
  texts: [yes: string, no: string]
  onChange: (value: 'Y' | 'N') => void
}

function YesNoChoice({ label, value, texts, onChange }: YesNoChoiceProps) {
  return (
    <Radio.Group label={label} required value={value} onChange={(next) => onChange(next === 'Y' ? 'Y' : 'N')}>
      <Group mt={4}>
        <Radio value="Y" label={texts[0]} />
        <Radio value="N" label={texts[1]} />
      </Group>
    </Radio.Group>
  )
}
