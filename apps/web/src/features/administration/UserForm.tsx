import { createUser, updateUser } from '@aviary/contract/administration/endpoints'
import { type AdminRole, type AdminUser, userFields } from '@aviary/contract/administration/schemas'
import { RESTRICTED_PAGES } from '@aviary/contract/rights'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { Assignment } from './Assignment.tsx'
import classes from './administration.module.css'
import type { FormProps } from './EntityTile.tsx'
import { ProviderRoles } from './ProviderRoles.tsx'
import { useEntityForm } from './use-entity-form.ts'

type Page = (typeof RESTRICTED_PAGES)[number]
/** `role_ids`: those given by hand. */
type Values = { email: string; role_ids: number[]; restricted_page_access: Page[] }

const EMPTY: Values = { email: '', role_ids: [], restricted_page_access: [] }
const valuesOf = (user: AdminUser): Values => ({
  email: user.email,
  role_ids: user.hand_role_ids,
  restricted_page_access: RESTRICTED_PAGES.filter((page) => user.restricted_page_access.includes(page)),
})

type UserFormProps = FormProps<AdminUser> & { users: readonly AdminUser[]; roles: readonly AdminRole[] }

export function UserForm({ record, isDeleted, onClose, users, roles }: UserFormProps) {
  const { t } = useTranslation('administration')
  const { t: screen } = useTranslation('shell')
  const { authorization } = useSession()
  /** As it is written: without the blanks around it, and without roles that were deleted meanwhile. */
  const written = ({ email, role_ids, restricted_page_access }: Values): Values => ({
    email: email.trim(),
    role_ids: roles.map(({ role_id }) => role_id).filter((id) => role_ids.includes(id)),
    restricted_page_access,
  })
  const form = useEntityForm({
    entity: 'user',
    record,
    id: record?.user_id,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { email, role_ids, restricted_page_access } = written(values)
      const held = roles.filter(({ role_id }) => role_ids.includes(role_id))
      return {
        email,
        role_ids: held.map(({ display_name }) => display_name).join(', '),
        restricted_page_access: restricted_page_access.map((page) => screen(`screen.${page}`)).join(', '),
      }
    },
    names: {
      email: t('field.email'),
      role_ids: t('field.roles'),
      restricted_page_access: t('field.pages'),
    },
    identifier: {
      field: 'email',
      textOf: ({ email }) => email,
      faultOf: (text) => {
        if (!userFields.email.safeParse(text).success) return t('invalidEmail')
        const isTaken = users.some(
          (one) => one.user_id !== record?.user_id && one.email.toLowerCase() === text.toLowerCase(),
        )
        return isTaken ? t('alreadyExists', { identifier: t('field.email') }) : undefined
      },
    },
    create: createUser,
    createBody: written,
    update: updateUser,
    updateBody: (values, version) => {
      const { role_ids: hand_role_ids, ...rest } = written(values)
      const role_ids = [...new Set([...hand_role_ids, ...(record?.provider_role_ids ?? [])])]
      return { ...rest, role_ids, hand_role_ids, user_id: record?.user_id ?? 0, version }
    },
    onClose,
  })
  const { email, role_ids, restricted_page_access } = form.edit.values
  // Only roles that one holds can be given; the others that the person has stay in sight.
  const offered = roles.filter(
    ({ role_id }) =>
      authorization.is_admin || authorization.role_ids.includes(role_id) || role_ids.includes(role_id),
  )
  return (
    <RecordDialog form={form} isDeleted={isDeleted} fault={form.fault}>
      <TextInput
        type="email"
        label={t('field.email')}
        required
        maxLength={320}
        value={email}
        error={form.check.fault}
        onChange={(event) => form.edit.write({ email: event.currentTarget.value })}
        data-autofocus
      />
      <Assignment
        title={t('field.roles')}
        items={offered.map(({ role_id, display_name }) => ({ id: role_id, label: display_name }))}
        assigned={written(form.edit.values).role_ids}
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

/** Pages that need a person's own permission besides the action. */
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
            onChange(RESTRICTED_PAGES.filter((one) => (one === page ? isChecked : chosen.includes(one))))
          }}
        />
      ))}
    </fieldset>
  )
}
