import { createUser, updateUser } from '@aviary/contract/administration/endpoints'
import type { AdminRole, AdminUser } from '@aviary/contract/administration/schemas'
import { IDENTIFIER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { isEmail } from '@aviary/contract/email'
import { RESTRICTED_PAGES } from '@aviary/contract/rights'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { Assignment } from './Assignment.tsx'
import classes from './administration.module.css'
import { ProviderRoles } from './ProviderRoles.tsx'
import { useUserWithAddress } from './use-administration.ts'
import { useIdentifier } from './use-identifier.ts'

type Page = (typeof RESTRICTED_PAGES)[number]
/** `role_ids`: roles assigned in this form, without those from the sign-in provider. */
type Values = { email: string; role_ids: number[]; restricted_page_access: Page[] }

const EMPTY: Values = { email: '', role_ids: [], restricted_page_access: [] }
const valuesOf = (user: AdminUser): Values => ({
  email: user.email,
  role_ids: user.hand_role_ids,
  restricted_page_access: RESTRICTED_PAGES.filter((page) => user.restricted_page_access.includes(page)),
})

type UserFormProps = RecordProps<AdminUser> & { roles: readonly AdminRole[] }

export function UserForm({ roles, ...props }: UserFormProps) {
  const { t } = useTranslation('administration')
  const { t: screen } = useTranslation('shell')
  const { authorization } = useSession()
  const { record } = props
  /** Leaves out roles that were deleted while the form was open. */
  const toBody = ({ email, role_ids, restricted_page_access }: Values): Values => ({
    email: email.trim(),
    role_ids: roles.map(({ role_id }) => role_id).filter((id) => role_ids.includes(id)),
    restricted_page_access,
  })
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { email, role_ids, restricted_page_access } = toBody(values)
      const assigned = roles.filter(({ role_id }) => role_ids.includes(role_id))
      return {
        email,
        role_ids: assigned.map(({ display_name }) => display_name).join(', '),
        restricted_page_access: restricted_page_access.map((page) => screen(`screen.${page}`)).join(', '),
      }
    },
    names: {
      email: t('field.email'),
      role_ids: t('field.roles'),
      restricted_page_access: t('field.pages'),
    },
    create: createUser,
    createBody: toBody,
    update: updateUser,
    updateBody: (values, { user_id, provider_role_ids, version }) => {
      const { role_ids: hand_role_ids, ...rest } = toBody(values)
      const role_ids = [...new Set([...hand_role_ids, ...provider_role_ids])]
      return { ...rest, role_ids, hand_role_ids, user_id, version }
    },
  })
  const { email, role_ids, restricted_page_access } = form.edit.values
  const identifier = useAddress(email, record?.user_id)
  // Offers administrators all roles, and other people the roles that they hold or that the user already has.
  const offered = roles.filter(
    ({ role_id }) =>
      authorization.is_admin || authorization.role_ids.includes(role_id) || role_ids.includes(role_id),
  )
  return (
    <RecordDialog form={form} fault={identifier.fault}>
      <TextInput
        type="email"
        label={t('field.email')}
        required
        maxLength={320}
        value={email}
        error={identifier.error}
        onChange={(event) => form.edit.write({ email: event.currentTarget.value })}
        data-autofocus
      />
      <Assignment
        title={t('field.roles')}
        items={offered.map(({ role_id, display_name }) => ({ id: role_id, label: display_name }))}
        assigned={toBody(form.edit.values).role_ids}
        onChange={(ids) => form.edit.write({ role_ids: ids })}
      />
      <ProviderRoles user={record} roles={roles} />
      <RestrictedPages
        chosen={restricted_page_access}
        onChange={(pages) => form.edit.write({ restricted_page_access: pages })}
      />
    </RecordDialog>
  )
}

/** Checks the address of a user: nobody else may have it. */
function useAddress(email: string, userId: number | undefined) {
  const { t } = useTranslation(['administration', 'shell'])
  const address = useDebounced(email, IDENTIFIER_DEBOUNCE_MS).trim()
  const { data: user, isFetching } = useUserWithAddress(isEmail(address) ? address : undefined)
  const { error, fault } = useIdentifier({
    label: t('field.email'),
    text: email,
    faultOf: (text) => (isEmail(text) ? undefined : t('invalidEmail')),
    isTaken: (text) =>
      user !== null &&
      user !== undefined &&
      user.user_id !== userId &&
      user.email.toLowerCase() === text.toLowerCase(),
  })
  return { error, fault: fault ?? (isFetching ? t('shell:form.checking') : undefined) }
}

/** Restricted pages: each needs, besides a permission, its title on the user's list. */
function RestrictedPages({ chosen, onChange }: { chosen: readonly Page[]; onChange: (all: Page[]) => void }) {
  const { t } = useTranslation('administration')
  const { t: screen } = useTranslation('shell')
  const { authorization, rights } = useSession()
  const mayGive = (page: Page) =>
    authorization.is_admin || rights.restricted_page_access.includes(page) || chosen.includes(page)
  return (
    <fieldset className={classes.pages}>
      <legend>{t('field.pages')}</legend>
      {RESTRICTED_PAGES.map((page) => (
        <Checkbox
          key={page}
          label={screen(`screen.${page}`)}
          checked={chosen.includes(page)}
          disabled={!mayGive(page)}
          title={mayGive(page) ? undefined : t('user.pageNotYours')}
          onChange={(event) => {
            const isChecked = event.currentTarget.checked
            onChange(
              RESTRICTED_PAGES.filter((other) => (other === page ? isChecked : chosen.includes(other))),
            )
          }}
        />
      ))}
    </fieldset>
  )
}
