import { DETAILS_LONGEST } from '@aviary/contract/constants'
import { declareIncident, type OwnIncident, updateOwnIncident } from '@aviary/contract/declared/endpoints'
import { PRIORITY_TYPES } from '@aviary/contract/rules'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { MultiSelect, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { dataCentersQuery, servicesQuery } from '../../shared/settings.ts'
import { useNow } from '../../shared/time/clock.ts'
import { toInstant } from '../../shared/time/utc-text.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './declared.module.css'
import {
  faultOf,
  OWN_STATUSES,
  type OwnIncidentValues,
  textsOf,
  toFields,
  valuesOf,
} from './own-incident-values.ts'

const MINUTE_MS = 60_000
const LIST = { withinPortal: false, transitionProps: { duration: 0 } }

type OwnIncidentFormProps = RecordProps<OwnIncident> & {
  /** The values of a new incident. */
  empty: OwnIncidentValues
  /** The report that a new incident is declared from. */
  alert?: string | undefined
  onCreated?: (declared: { jira_id: string }) => void
}

/** Declares an incident of Aviary's own, or edits one. */
export function OwnIncidentForm({ empty, alert, ...props }: OwnIncidentFormProps) {
  const { t } = useTranslation('declared')
  const names = {
    details: t('field.details'),
    priority: t('field.priority'),
    severity: t('field.severity'),
    status: t('field.status'),
    services: t('field.services'),
    dataCenters: t('field.dataCenters'),
    start: t('field.start'),
    end: t('field.end'),
  }
  const form = useRecordForm({
    ...props,
    ...{ valuesOf, empty, textsOf, names },
    create: declareIncident,
    createBody: (values) => ({ ...toFields(values), ...(alert === undefined ? {} : { alert }) }),
    update: updateOwnIncident,
    updateBody: (values, { jira_id, version }) => ({
      ...toFields(values),
      ...{ jira_id, version, status: values.status, end_date: toInstant(values.end) },
    }),
  })
  const { values, write } = form.edit
  const fault = faultOf(values, useNow(MINUTE_MS))
  const isOrder = fault === 'order' || fault === 'future'
  const faultText = fault && (isOrder ? t(`fault.${fault}`) : t('fault.required', { field: names[fault] }))
  const word = useStatusWord()
  const services = useQuery(servicesQuery).data ?? []
  const dataCenters = useQuery(dataCentersQuery).data ?? []
  const choose = { value: '', label: t('choose'), disabled: true }
  return (
    <RecordDialog form={form} fault={faultText}>
      {form.isNew && <p className="muted">{t('startsInternal')}</p>}
      <Textarea
        label={names.details}
        description={t('field.detailsHelp')}
        required
        data-autofocus
        rows={4}
        maxLength={DETAILS_LONGEST}
        value={values.details}
        onChange={(event) => write({ details: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        <NativeSelect
          label={names.priority}
          required
          value={values.priority}
          onChange={(event) =>
            write({ priority: event.currentTarget.value as OwnIncidentValues['priority'] })
          }
          data={[choose, ...PRIORITY_TYPES]}
        />
        <NativeSelect
          label={names.severity}
          required
          value={values.severity}
          onChange={(event) =>
            write({ severity: event.currentTarget.value as OwnIncidentValues['severity'] })
          }
          data={[
            choose,
            ...SEVERITIES.filter((severity) => severity !== 'NORMAL')
              .toReversed()
              .map((severity) => ({ value: severity, label: word(severity) })),
          ]}
        />
      </div>
      <MultiSelect
        label={names.services}
        required
        searchable
        comboboxProps={LIST}
        value={values.services}
        onChange={(chosen) => write({ services: chosen })}
        data={toOptions(services, values.services)}
      />
      <MultiSelect
        label={names.dataCenters}
        required
        searchable
        comboboxProps={LIST}
        value={values.dataCenters}
        onChange={(chosen) => write({ dataCenters: chosen })}
        data={toOptions(dataCenters, values.dataCenters)}
      />
      <div className={classes.columns}>
        <UtcTimeField
          label={names.start}
          value={values.start}
          error={fault === 'future' && faultText}
          onChange={(start) => write({ start })}
        />
        {!form.isNew && (
          <UtcTimeField
            label={names.end}
            min={values.start}
            value={values.end}
            error={fault === 'order' && faultText}
            onChange={(end) => write({ end })}
          />
        )}
      </div>
      {!form.isNew && (
        <NativeSelect
          label={names.status}
          description={t('field.statusHelp')}
          value={values.status}
          onChange={(event) => write({ status: event.currentTarget.value })}
          data={[...new Set([...OWN_STATUSES, values.status])]}
        />
      )}
    </RecordDialog>
  )
}

type Place = { name: string; system_name: string }

/** Options of a select: the places in use, and the chosen places that have been retired. */
const toOptions = (places: readonly Place[], chosen: readonly string[]) => [
  ...places.map(({ name, system_name }) => ({ value: system_name, label: name })),
  ...chosen.filter((name) => !places.some(({ system_name }) => system_name === name)),
]
