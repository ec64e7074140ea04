import { createSecurityIncident, updateSecurityIncident } from '@aviary/contract/security/endpoints'
import type { SecurityIncident } from '@aviary/contract/security/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '../../shared/time/clock.ts'
import { instantIn } from '../../shared/time/pacific-time.ts'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { EndField } from './EndField.tsx'
import {
  changedIncident,
  emptyAt,
  faultOf,
  type IncidentFault,
  newIncident,
  STATUSES,
  textsOf,
  valuesOf,
  withStart,
} from './incident-values.ts'
import { RequiredField } from './RequiredField.tsx'
import classes from './security.module.css'

const LONGEST = { title: 300, status: 100, description: 10_000 }

/** Creates and edits a security incident (spec 3 §2 and §5). */
export function IncidentForm(props: RecordProps<SecurityIncident>) {
  const { t } = useTranslation('security')
  const names = {
    title: t('field.title'),
    status: t('field.status'),
    description: t('field.description'),
    start: t('field.start'),
    end: t('field.end'),
  }
  const [empty] = useState(() => emptyAt(nowMs()))
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty,
    textsOf,
    names,
    create: createSecurityIncident,
    createBody: newIncident,
    update: updateSecurityIncident,
    updateBody: (values, { sec_id, version }) => ({ ...changedIncident(values), sec_id, version }),
  })
  const { values, write } = form.edit
  const [isEndPartial, setEndPartial] = useState(false)
  const missing = (field: keyof typeof names) => t('required', { field: names[field] })
  const faultText = (fault: IncidentFault | undefined) => {
    if (fault === 'order') return t('incident.order')
    if (fault === 'end') return t('incident.endIncomplete')
    return fault && missing(fault)
  }
  const fault = faultOf(values, form.isNew) ?? (isEndPartial ? 'end' : undefined)
  const text = (field: 'title' | 'status' | 'description') => ({
    label: names[field],
    value: values[field],
    maxLength: LONGEST[field],
    onChange: (typed: string) => write({ [field]: typed }),
  })
  return (
    <RecordDialog form={form} fault={faultText(fault)}>
      <RequiredField {...text('title')} missing={missing('title')} isFirst />
      <RequiredField
        {...text('status')}
        suggestions={STATUSES}
        missing={form.isNew ? missing('status') : undefined}
        help={form.isNew ? undefined : t('incident.statusHelp')}
      />
      <RequiredField {...text('description')} missing={missing('description')} isLong />
      <div className={classes.columns}>
        <PacificTimeField
          label={names.start}
          required
          value={values.start}
          onChange={(start) => write(withStart(values, start))}
        />
        <EndField
          label={names.end}
          min={instantIn(values.start)}
          value={values.end}
          error={(fault === 'order' || isEndPartial) && faultText(isEndPartial ? 'end' : 'order')}
          onChange={(end) => write({ end })}
          onPartial={setEndPartial}
        />
      </div>
    </RecordDialog>
  )
}
