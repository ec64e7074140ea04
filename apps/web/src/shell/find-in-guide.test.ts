import { expect, test } from 'vitest'
import type { GuideOutline } from '../shared/guide.ts'
import { findInGuide } from './find-in-guide.ts'

const PAGES: GuideOutline[] = [
  {
    name: 'README',
    order: -1,
    title: 'Using Aviary',
    sections: [{ id: '', title: 'Using Aviary', text: 'Each page describes one task.' }],
  },
  {
    name: 'rights',
    order: 1,
    title: 'Give rights',
    sections: [
      { id: '', title: 'Give rights', text: 'A role holds actions.' },
      {
        id: 'tokens',
        title: 'Let another system in',
        text: 'Choose what the system may do and until when, and copy the token. Revoke ends it at once, for all calls of all programs. Only administrators do this.',
      },
      { id: 'roles', title: 'Roles by group', text: 'Members of the group get the roles.' },
    ],
  },
]
const find = (search: string) => findInGuide(PAGES, search).map(({ reference }) => reference)

test('offers the contents before anything is typed, and nothing for a single letter', () => {
  expect(find(' ')).toEqual(['README'])
  expect(find('r')).toEqual([])
})

test('headings and titles come before texts', () => {
  expect(find('role')).toEqual(['rights#roles', 'rights'])
  expect(find('GIVE group')).toEqual(['rights#roles'])
})

test('finds a section by words of its text, in any order, and quotes them', () => {
  expect(findInGuide(PAGES, 'once revoke')).toEqual([
    {
      reference: 'rights#tokens',
      title: 'Let another system in',
      note: '…when, and copy the token. Revoke ends it at once, for all calls of all programs. Only…',
    },
  ])
})

test('names the page of a section', () => {
  expect(findInGuide(PAGES, 'another')[0]).toEqual({
    reference: 'rights#tokens',
    title: 'Let another system in',
    note: 'Give rights',
  })
})
