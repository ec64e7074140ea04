import {
  type CustomerLink,
  createCustomerLink,
  updateCustomerLink,
} from '@aviary/contract/customer-links/endpoints'
import {
  CUSTOMER_LINK_LONGEST_DAYS,
  CUSTOMER_LINK_LONGEST_NAME,
  CUSTOMER_LINK_MOST_DEVICES,
} from '@aviary/contract/customer-links/rules'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '../../shared/time/clock.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { OneTimeSecret } from '../../ui/OneTimeSecret.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import classes from './customers.module.css'

/** `expires`: the value of the input, UTC as `2026-08-20T14:43`; `devices` as typed. */
type Values = { name: string; expires: string; devices: string }

const DAY_MS = 24 * 60 * 60_000
const USUAL_DAYS = 90
const USUAL_DEVICES = 3
const toInput = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

const valuesOf = ({ name, expires_date, most_devices }: CustomerLink): Values => ({
  ...{ name, expires: expires_date.slice(0, 16) },
  devices: String(most_devices),
})

const isDeviceCount = (text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= CUSTOMER_LINK_MOST_DEVICES

/** Makes a link, whose address is shown once, or changes one. */
export function CustomerLinkForm({ companyId, ...props }: RecordProps<CustomerLink> & { companyId: number }) {
  const { t } = useTranslation('customers')
  const { record, onClose } = props
  const [created, setCreated] = useState<{ name: string; address: string }>()
  const [empty] = useState<Values>(() => ({
    ...{ name: '', expires: toInput(nowMs() + USUAL_DAYS * DAY_MS) },
    devices: String(USUAL_DEVICES),
  }))
  const names = { name: t('links.name'), expires: t('links.expires'), devices: t('links.mostDevices') }
  const toBody = ({ name, expires, devices }: Values) => ({
    name: name.trim(),
    // The input has no seconds, so an unedited time keeps the stored value.
    expires_date: record && expires === valuesOf(record).expires ? record.expires_date : `${expires}:00.000Z`,
    most_devices: Number(devices),
  })
  const form = useRecordForm({
    ...props,
    ...{ valuesOf, empty, names },
    textsOf: ({ name, expires, devices }: Values) => ({
      ...{ name: name.trim(), devices },
      expires: expires.replace('T', ' '),
    }),
    create: createCustomerLink,
    createBody: (values) => ({ company_id: companyId, ...toBody(values) }),
    update: updateCustomerLink,
    updateBody: (values, { link_id, version }) => ({ ...toBody(values), link_id, version }),
    onCreated: ({ customer_link, address }) => setCreated({ name: customer_link.name, address }),
  })
  const { values, write } = form.edit
  const [wasNameLeft, setNameLeft] = useState(false)
  if (created) return <LinkAddress {...created} onClose={onClose} />
  const nameFault = values.name.trim() === '' ? t('links.missing') : undefined
  const isNow = record !== undefined && values.expires === valuesOf(record).expires
  const isInTime =
    values.expires > toInput(nowMs()) &&
    values.expires <= toInput(nowMs() + CUSTOMER_LINK_LONGEST_DAYS * DAY_MS)
  const days = { days: CUSTOMER_LINK_LONGEST_DAYS }
  const timeFault = isNow || isInTime ? undefined : t('links.badExpires', days)
  const devicesFault = isDeviceCount(values.devices)
    ? undefined
    : t('links.badDevices', { most: CUSTOMER_LINK_MOST_DEVICES })
  return (
    <RecordDialog form={form} fault={nameFault ?? timeFault ?? devicesFault}>
      <TextInput
        data-autofocus
        label={names.name}
        description={t('links.nameHelp')}
        required
        maxLength={CUSTOMER_LINK_LONGEST_NAME}
        value={values.name}
        error={wasNameLeft && nameFault}
        onBlur={() => setNameLeft(true)}
        onChange={(event) => write({ name: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={names.expires}
        description={t('links.expiresHelp', days)}
        required
        value={values.expires}
        error={timeFault}
        onChange={(event) => write({ expires: event.currentTarget.value })}
      />
      <TextInput
        inputMode="numeric"
        label={names.devices}
        description={t('links.mostDevicesHelp')}
        required
        maxLength={2}
        value={values.devices}
        error={devicesFault}
        onChange={(event) => write({ devices: event.currentTarget.value })}
      />
    </RecordDialog>
  )
}

function LinkAddress({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const words = {
    help: t('links.addressHelp'),
    copy: t('links.copy'),
    copied: t('links.copied'),
    copyFailed: t('links.copyFailed'),
  }
  return (
    <Dialog title={t('links.address', { name })} onClose={onClose}>
      <div className={classes.secret}>
        <OneTimeSecret secret={address} words={words} />
        <Button onClick={onClose}>{t('links.kept')}</Button>
      </div>
    </Dialog>
  )
}
