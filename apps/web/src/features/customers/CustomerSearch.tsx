import type { Company } from '@aviary/contract/incidents/schemas'
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyOf } from '../../shared/single-keys.ts'
import { useCustomerSearch } from '../../shared/use-customer-search.ts'
import { CompanyOptions } from './CompanyOptions.tsx'
import classes from './customers.module.css'

type CustomerSearchProps = {
  inputRef: RefObject<HTMLInputElement | null>
  /** Company id of the URL; '' if there is none. */
  companyId: string
  /** Name of the company in the URL, '' until loaded; shown until the user types. */
  chosen: string
  onChoose: (company: Company) => void
}

type Entry = {
  companyId: string
  /** Text in the input; undefined shows the name of the company. */
  text?: string
  /** Chosen company whose id is not in the URL yet. */
  chosen?: { id: string; name: string }
}

/** Customer search while typing (spec 1 §2.7). */
export function CustomerSearch({ inputRef, companyId, chosen, onChoose }: CustomerSearchProps) {
  const { t } = useTranslation('customers')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // When the company in the URL changes, its name replaces the typed text.
  const [entry, setEntry] = useState<Entry>({ companyId })
  if (entry.companyId !== companyId)
    setEntry({ companyId, ...(entry.chosen?.id === companyId && { text: entry.chosen.name }) })
  const text = entry.text ?? chosen
  const [typed, setTyped] = useState('')
  const { companies, error, isFetching, isTooShort } = useCustomerSearch(typed)

  const type = (next: string) => {
    setEntry({ companyId, text: next })
    setTyped(next)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const choose = (id: string) => {
    const company = companies?.find((candidate) => String(candidate.id) === id)
    if (!company) return
    const name = company.name ?? id
    setEntry({ companyId, text: name, chosen: { id, name } })
    setTyped('')
    combobox.closeDropdown()
    onChoose(company)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} transitionProps={{ duration: 0 }}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={inputRef}
          {...useKeyOf('/')}
          className={classes.search ?? ''}
          label={t('search.label')}
          placeholder={error ? t('search.error') : t('search.placeholder')}
          error={error ? t('search.error') : undefined}
          value={text}
          aria-autocomplete="list"
          autoComplete="off"
          rightSection={isFetching && <Loader size={16} aria-hidden />}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isTooShort && (companies === undefined || error !== null)}>
        {isTooShort ? (
          <div role="status">
            <Combobox.Empty>{t('search.type')}</Combobox.Empty>
          </div>
        ) : (
          <CompanyOptions companies={companies ?? []} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
