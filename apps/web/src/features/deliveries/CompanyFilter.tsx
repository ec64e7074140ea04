import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CompanyOptions } from '../customers/public.ts'
import { isCompanyId, type useCompanySearch } from './use-deliveries.ts'

type CompanyFilterProps = {
  companyId: string
  search: ReturnType<typeof useCompanySearch>
  onChange: (companyId: string) => void
}

/** Company number, typed or found by name; some companies with mails are missing in the catalog. */
export function CompanyFilter({ companyId, search, onChange }: CompanyFilterProps) {
  const { t } = useTranslation(['deliveries', 'customers'])
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const isNumber = isCompanyId(companyId)
  const { companies, company, error } = search
  // Shows no error while a name is being typed.
  const isWrong = !isNumber && (error !== null || !combobox.dropdownOpened)
  const openFor = (text: string) => (isCompanyId(text) ? combobox.closeDropdown() : combobox.openDropdown())
  const type = (text: string) => {
    onChange(text)
    openFor(text)
    combobox.resetSelectedOption()
  }
  const choose = (id: string) => {
    onChange(id)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} transitionProps={{ duration: 0 }}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          size="xs"
          label={t('filter.company')}
          description={company?.name}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isWrong && t(error ? 'customers:search.error' : 'filter.companyWrong')}
          value={companyId}
          aria-autocomplete="list"
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => openFor(companyId)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isNumber || companies === undefined || error !== null}>
        <CompanyOptions companies={companies ?? []} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
