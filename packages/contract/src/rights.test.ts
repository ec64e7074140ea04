import { expect, test } from 'vitest'
import { administrator, anyone, requires, serviceToken, signedBy, signedIn } from './access.ts'
import { ACTION_NAMES } from './actions.ts'
import { actionNameOf, mayCall, missingRight, RESTRICTED_PAGES, type Rights } from './rights.ts'
import { screens } from './screens.ts'

const holderOf = (actions: readonly string[], pages: readonly string[] = []): Rights => ({
  authorization: { is_admin: false, allowed_actions: actions },
  pages,
})
const admin: Rights = { authorization: { is_admin: true, allowed_actions: [] }, pages: [] }
const either = { access: requires('view_emails', 'edit_user') }

test('one of the actions is enough', () => {
  expect(mayCall(holderOf(['edit_user']), either)).toBe(true)
  expect(missingRight(holderOf(['edit_role']), either)).toEqual({
    kind: 'action',
    anyOf: ['view_emails', 'edit_user'],
  })
})

test('the action of a restricted page counts only together with the page', () => {
  expect(missingRight(holderOf(['view_emails'], ['Comms']), either)).toEqual({
    kind: 'page',
    page: 'Emails',
    action: 'view_emails',
  })
  expect(mayCall(holderOf(['view_emails'], ['Emails']), either)).toBe(true)
  expect(mayCall(holderOf(['view_emails', 'edit_user']), either)).toBe(true)
})

test('administrators pass every check of a person, and nobody those of programs', () => {
  for (const access of [anyone, signedIn, administrator, either.access])
    expect(mayCall(admin, { access })).toBe(true)
  for (const access of [serviceToken('ingest:status'), signedBy('jira')])
    expect(mayCall(admin, { access })).toBe(false)
  expect(mayCall(holderOf(ACTION_NAMES, RESTRICTED_PAGES), { access: administrator })).toBe(false)
  for (const access of [anyone, signedIn]) expect(mayCall(holderOf([]), { access })).toBe(true)
})

test('a right is called by the display name of its first action', () => {
  expect(actionNameOf(screens.emails)).toBe('Open security emails')
  expect(actionNameOf({ access: administrator })).toBe('')
})
