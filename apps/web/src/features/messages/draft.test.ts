import { describe, expect, test } from 'vitest'
import { applyTemplate, EMPTY, type FormValues, getEmailFields, isEmptyForm } from './draft.ts'
import { toTypeOption } from './type-option.ts'

const templates = [
  { pkey: 3, body: '<p>All is well</p>' },
  { pkey: 4, body: '<p>We look into it</p>' },
]
function choose(typed: Partial<FormValues>, ...choices: string[]): FormValues {
  let values = { ...EMPTY, ...typed }
  for (const template of choices) values = { ...values, ...applyTemplate(values, template, templates) }
  return values
}

describe('choosing a template', () => {
  test('takes its body', () => {
    expect(choose({}, '3')).toEqual({ ...EMPTY, template: '3', body: '<p>All is well</p>' })
  })

  test('keeps the typed body through any number of templates until none is chosen', () => {
    expect(choose({ body: 'Mine' }, '3', '4')).toMatchObject({
      body: '<p>We look into it</p>',
      typedBody: 'Mine',
    })
    expect(choose({ body: 'Mine' }, '3', '4', '')).toEqual({ ...EMPTY, body: 'Mine' })
  })

  test('treats an edited template body as typed', () => {
    const changed = { template: '3', body: 'All is well again' }
    expect(choose(changed, '4')).toMatchObject({
      body: '<p>We look into it</p>',
      typedBody: 'All is well again',
    })
    expect(choose(changed, '')).toEqual({ ...EMPTY, body: 'All is well again' })
  })

  test('leaves the body as it is when nothing was typed before and no template is chosen', () => {
    expect(choose({}, '3', '')).toEqual({ ...EMPTY, body: '<p>All is well</p>' })
    expect(choose({ body: '  ' }, '3')).toMatchObject({ typedBody: '' })
  })

  test('makes the form non-empty while a typed body is kept aside', () => {
    expect(isEmptyForm(EMPTY)).toBe(true)
    expect(isEmptyForm({ ...EMPTY, typedBody: 'Mine' })).toBe(false)
  })
})

test('types and their e-mail fields have the names of the language, else the English ones', () => {
  const components = [
    {
      ...{ priority_type: 'P1' as const, message_type: 'Update' },
      ...{ display_names: ['Effect', 'Next'], system_names: ['effect', 'next'] },
      translations: [{ de: 'Wirkung' }, {}],
    },
  ]
  const labels = (language: string) =>
    getEmailFields(components, { priority: 'P1', messageType: 'Update', language }).map(({ label }) => label)
  expect([labels('de'), labels('fr')]).toEqual([
    ['Wirkung', 'Next'],
    ['Effect', 'Next'],
  ])
  const type = { name: 'Update', translations: { de: 'Neuigkeit' } }
  expect(toTypeOption(type, 'de')).toEqual({ value: 'Update', label: 'Neuigkeit' })
  expect(toTypeOption(type, 'fr').label).toBe('Update')
})
