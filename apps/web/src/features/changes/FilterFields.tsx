import { CHANGE_TYPES, searchTypesOf } from '@aviary/contract/changes/rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { searchTypeText } from './change-search.ts'
import { useFaultWords } from './use-fault-words.ts'
import type { FilterForm } from './use-filter-form.ts'

type FieldProps = { form: FilterForm }

export function TypeField({ form: { values, change } }: FieldProps) {
  const { t } = useTranslation('changes')
  const chooseType = (text: string) => {
    const changeType = CHANGE_TYPES.find((type) => type === text) ?? values.changeType
    // Catalog Type applies to auto changes only (spec 2 §2.1).
    const isOffered = searchTypesOf(changeType).includes(values.searchType)
    change(isOffered ? { changeType } : { changeType, searchType: 'any' })
  }
  return (
    <NativeSelect
      size="xs"
      label={t('changeType')}
      value={values.changeType}
      onChange={(event) => chooseType(event.currentTarget.value)}
      data={CHANGE_TYPES.map((type) => ({ value: type, label: t(`option.${type}`) }))}
    />
  )
}

/** The fields in which the keyword is searched. */
export function SearchTypeField({ form: { values, change } }: FieldProps) {
  const { t } = useTranslation('changes')
  const offered = searchTypesOf(values.changeType)
  return (
    <NativeSelect
      size="xs"
      label={t('searchType')}
      value={values.searchType}
      onChange={(event) => {
        const searchType = offered.find((type) => type === event.currentTarget.value)
        if (searchType) change({ searchType })
      }}
      data={offered.map((type) => ({
        value: type,
        label: t(`option.${searchTypeText(type)}` as 'option.any'),
      }))}
    />
  )
}

export function KeywordField({ form: { values, faults, change } }: FieldProps) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  return (
    <TextInput
      size="xs"
      label={t('keywords')}
      placeholder={t('keywords.placeholder')}
      value={values.keywords}
      error={faults.keywords && words(faults.keywords)}
      onChange={(event) => change({ keywords: event.currentTarget.value })}
    />
  )
}
