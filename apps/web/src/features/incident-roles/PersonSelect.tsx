import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../shared/use-debounced.ts'
import { useRolePeople } from './use-incident-roles.ts'

const SEARCH_DELAY_MS = 250

type PersonSelectProps = Pick<
  SelectProps,
  'label' | 'required' | 'clearable' | 'clearButtonProps' | 'error'
> & {
  /** The incident on which the person is to work. */
  jiraId: string
  value: string | null
  /** Somebody who is not offered. */
  without?: string | null
  'data-autofocus'?: true
  onChange: (email: string | null) => void
}

/** Finds an account by a part of its address. */
export function PersonSelect({ jiraId, value, without, error, ...field }: PersonSelectProps) {
  const { t } = useTranslation('incident')
  const [search, setSearch] = useState('')
  // The chosen address stands in the field, too.
  const typed = search === value ? '' : search.trim()
  const asked = useDebounced(typed, SEARCH_DELAY_MS)
  const people = useRolePeople(jiraId, asked)
  // Until the answer arrives, the people of the search before are narrowed, so that nobody else can be chosen.
  const emails = (people.data ?? [])
    .map(({ email }) => email)
    .filter((email) => email !== without && email.toLowerCase().includes(typed.toLowerCase()))
  // The field needs its value among the options; whoever types looks for somebody else, who comes first.
  const kept = value && !emails.includes(value) ? [value] : []
  const isSearching = people.isFetching || asked !== typed
  return (
    <Select
      {...field}
      searchable
      // What the server has found is narrowed above.
      filter={({ options }) => options}
      data={typed === '' ? [...kept, ...emails] : [...emails, ...kept]}
      value={value}
      searchValue={search}
      error={people.isError ? t('roles.peopleError') : error}
      nothingFoundMessage={t(isSearching ? 'roles.peopleLoading' : 'roles.nobodyFound')}
      onSearchChange={setSearch}
    />
  )
}
