import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import { createUser, editUser } from '@aviary/contract/administration/endpoints'
import { RESTRICTED_PAGES } from '@aviary/contract/administration/rules'
import { type AdminRole, type AdminUser, userFields } from '@aviary/contract/administration/schemas'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { Assignment } from './Assignment.tsx'
import classes from './administration.module.css'
import { EditDialog } from './EditDialog.tsx'
import { useAdministrate } from './use-administration.ts'
import { useEdited } from './use-edited.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

type Page = (typeof RESTRICTED_PAGES)[number]
type Values = { email: string; role_ids: number[]; restricted_page_access: Page[] }

const EMPTY: Values = { email: '', role_ids: [], restricted_page_access: [] }
const valuesOf = (user: AdminUser): Values => ({
  email: user.email,
  role_ids: user.role_ids,
  restricted_page_access: RESTRICTED_PAGES.filter((page) => user.restricted_page_access.includes(page)),
})

type UserDialogProps = {
  /** Undefined for a new one. */
  user: AdminUser | undefined
  users: readonly AdminUser[]
  roles: readonly AdminRole[]
  onClose: () => void
}

export function UserDialog({ user, users, roles, onClose }: UserDialogProps) {
  const { t } = useTranslation('administration')
  const { authorization } = useSession()
  const edit = useEdited({
    name: `admin-user-${user?.user_id ?? 'new'}`,
    record: user,
    valuesOf,
    empty: EMPTY,
  })
  const { email, role_ids, restricted_page_access } = edit.values
  const check = useIdentifierCheck(email, (text) => {
    if (!userFields.email.safeParse(text).success) return t('invalidEmail')
    const isTaken = users.some(
      (one) => one.user_id !== user?.user_id && one.email.toLowerCase() === text.toLowerCase(),
    )
    return isTaken ? t('alreadyExists', { identifier: t('field.email') }) : undefined
  })
  const leave = () => {
    edit.forget()
    onClose()
  }
  const create = useAdministrate({
    endpoint: createUser,
    done: t('toast.user.created'),
    failed: t('toast.user.createFailed'),
    onDone: leave,
  })
  const update = useAdministrate({
    endpoint: editUser,
    done: t('toast.user.edited'),
    failed: t('toast.user.editFailed'),
    onDone: leave,
  })
  // Only roles that one holds can be given; the others that the person has stay in sight.
  const offered = roles.filter(
    ({ role_id }) =>
      authorization.is_admin || authorization.role_ids.includes(role_id) || role_ids.includes(role_id),
  )
  const values = { email: email.trim(), role_ids, restricted_page_access }
  return (
    <EditDialog
      title={t(user ? 'user.edit' : 'user.create')}
      edit={edit}
      isNew={!user}
      missing={email.trim() === '' ? t('required', { field: t('field.email') }) : undefined}
      check={check}
      isBusy={create.isPending || update.isPending}
      onClose={leave}
      onSubmit={() =>
        user
          ? update.mutate({ ...values, user_id: user.user_id, version: edit.version })
          : create.mutate(values)
      }
    >
      <TextInput
        type="email"
        label={t('field.email')}
        required
        maxLength={320}
        value={email}
        error={check.fault}
        onChange={(event) => edit.write({ email: event.currentTarget.value })}
        data-autofocus
      />
      <Assignment
        title={t('field.roles')}
        items={offered.map(({ role_id, display_name }) => ({ id: role_id, label: display_name }))}
        assigned={role_ids}
        onChange={(ids) => edit.write({ role_ids: ids })}
      />
      <RestrictedPages
        chosen={restricted_page_access}
        onChange={(pages) => edit.write({ restricted_page_access: pages })}
      />
    </EditDialog>
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
