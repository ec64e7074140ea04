import { createFollowUp, updateFollowUp } from '@aviary/contract/follow-ups/endpoints'
import { FOLLOW_UP_STATES, type FollowUpState, LONGEST_FOLLOW_UP } from '@aviary/contract/follow-ups/rules'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { PersonSelect } from '../incident-roles/public.ts'

const EARLIEST_DAY = '1970-01-01'
const LATEST_DAY = '2999-12-31'

type Values = { title: string; owner: string | null; due_date: string; state: FollowUpState }

const EMPTY: Values = { title: '', owner: null, due_date: '', state: 'OPEN' }
const valuesOf = ({ title, owner, due_date, state }: FollowUp): Values => ({
  ...{ title, owner, state },
  due_date: due_date ?? '',
})
const toBody = ({ title, owner, due_date }: Values) => ({
  ...{ title: title.trim(), owner },
  due_date: due_date || null,
})
const isDay = (day: string) => day === '' || (day >= EARLIEST_DAY && day <= LATEST_DAY)

/** Notes what remains to be done after an incident, or changes it. */
export function FollowUpForm({ jiraId, ...props }: RecordProps<FollowUp> & { jiraId: string }) {
  const { t } = useTranslation(['incident', 'shell'])
  const names = {
    title: t('followUps.what'),
    owner: t('followUps.owner'),
    due_date: t('followUps.due'),
    state: t('followUps.state'),
  }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ title, owner, due_date, state }: Values) => ({
      ...{ title: title.trim(), owner: owner ?? t('roles.nobody'), due_date },
      state: t(`followUps.states.${state}`),
    }),
    names,
    create: createFollowUp,
    createBody: (values) => ({ jira_id: jiraId, ...toBody(values) }),
    update: updateFollowUp,
    updateBody: (values, { follow_up_id, version }) => ({
      ...{ ...toBody(values), state: values.state },
      ...{ follow_up_id, version },
    }),
  })
  const { values, write } = form.edit
  const [wasTitleLeft, setTitleLeft] = useState(false)
  const titleFault = values.title.trim() === '' ? t('followUps.missing') : undefined
  const dayFault = isDay(values.due_date) ? undefined : t('shell:pacific.range')
  const refusedOf = (field: keyof Values) => form.faults.find(({ path }) => path === field)?.message
  return (
    <RecordDialog form={form} fault={titleFault ?? dayFault}>
      <Textarea
        data-autofocus
        label={names.title}
        required
        rows={3}
        maxLength={LONGEST_FOLLOW_UP}
        value={values.title}
        error={(wasTitleLeft && titleFault) || refusedOf('title')}
        onBlur={() => setTitleLeft(true)}
        onChange={(event) => write({ title: event.currentTarget.value })}
      />
      <PersonSelect
        jiraId={jiraId}
        label={names.owner}
        clearable
        clearButtonProps={{ 'aria-label': t('followUps.noOwner'), 'aria-hidden': false, tabIndex: 0 }}
        value={values.owner}
        error={refusedOf('owner')}
        onChange={(owner) => write({ owner })}
      />
      <TextInput
        type="date"
        label={names.due_date}
        description={t('followUps.dueHelp')}
        min={EARLIEST_DAY}
        max={LATEST_DAY}
        value={values.due_date}
        error={dayFault ?? refusedOf('due_date')}
        onChange={(event) => write({ due_date: event.currentTarget.value })}
      />
      {!form.isNew && (
        <NativeSelect
          label={names.state}
          data={FOLLOW_UP_STATES.map((value) => ({ value, label: t(`followUps.states.${value}`) }))}
          value={values.state}
          onChange={({ currentTarget: { value } }) =>
            write({ state: FOLLOW_UP_STATES.find((state) => state === value) ?? values.state })
          }
        />
      )}
    </RecordDialog>
  )
}
