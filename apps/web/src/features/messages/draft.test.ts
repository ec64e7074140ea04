import { describe, expect, test } from 'vitest'
import { EMPTY, type FormValues, isEmptyForm, takeTemplate } from './draft.ts'

const templates = [
  { pkey: 3, body: 'All is well' },
  { pkey: 4, body: 'We look into it' },
]
function choose(typed: Partial<FormValues>, ...choices: string[]): FormValues {
  let values = { ...EMPTY, ...typed }
  for (const template of choices) values = { ...values, ...takeTemplate(values, template, templates) }
  return values
}

describe('choosing a template', () => {
  test('takes its text', () => {
    expect(choose({}, '3')).toEqual({ ...EMPTY, template: '3', body: 'All is well' })
  })

  test('keeps what was typed, through any number of templates, until none is chosen', () => {
    expect(choose({ body: 'Mine' }, '3', '4')).toMatchObject({ body: 'We look into it', typedBody: 'Mine' })
    expect(choose({ body: 'Mine' }, '3', '4', '')).toEqual({ ...EMPTY, body: 'Mine' })
  })

  test('a template that was changed counts as typed', () => {
    const changed = { template: '3', body: 'All is well again' }
    expect(choose(changed, '4')).toMatchObject({ body: 'We look into it', typedBody: 'All is well again' })
    expect(choose(changed, '')).toEqual({ ...EMPTY, body: 'All is well again' })
  })

  test('no template leaves a text where nothing was typed before it', () => {
    expect(choose({}, '3', '')).toEqual({ ...EMPTY, body: 'All is well' })
    expect(choose({ body: '  ' }, '3')).toMatchObject({ typedBody: '' })
  })

  test('what is kept aside is a loss to leave', () => {
    expect(isEmptyForm(EMPTY)).toBe(true)
    expect(isEmptyForm({ ...EMPTY, typedBody: 'Mine' })).toBe(false)
  })
})
