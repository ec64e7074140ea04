import { CHANGE_TYPES, searchTypesOf } from '@aviary/contract/changes/rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyOf } from '../../shared/single-keys.ts'
import { searchTypeText } from './change-search.ts'
import type { FilterValues } from './filter-values.ts'
import { useFaultWords } from './use-fault-words.ts'
import type { FilterForm } from './use-filter-form.ts'

type FieldProps = Pick<FilterValues, 'changeType' | 'searchType'> & { change: FilterForm['change'] }

/** Values of the two type fields as separate props, so that `memo` skips both when other fields are edited. */
export const toTypeProps = ({ values, change }: FilterForm): FieldProps => ({
  changeType: values.changeType,
  searchType: values.searchType,
  change,
})

export const TypeField = memo(({ changeType, searchType, change }: FieldProps) => {
  const { t } = useTranslation('changes')
  const chooseType = (text: string) => {
    const chosen = CHANGE_TYPES.find((type) => type === text) ?? changeType
    // Catalog Type applies to auto changes only (spec 2 §2.1).
    const isOffered = searchTypesOf(chosen).includes(searchType)
    change({ changeType: chosen, ...(isOffered ? {} : { searchType: 'any' }) })
  }
  return (
    <NativeSelect
      size="xs"
      label={t('changeType')}
      value={changeType}
      onChange={(event) => chooseType(event.currentTarget.value)}
      data={CHANGE_TYPES.map((type) => ({ value: type, label: t(`option.${type}`) }))}
    />
  )
})

/** The fields in which the keyword is searched. */
export const SearchTypeField = memo(({ changeType, searchType, change }: FieldProps) => {
  const { t } = useTranslation('changes')
  const offered = searchTypesOf(changeType)
  return (
    <NativeSelect
      size="xs"
      label={t('searchType')}
      value={searchType}
      onChange={(event) => {
        const chosen = offered.find((type) => type === event.currentTarget.value)
        if (chosen) change({ searchType: chosen })
      }}
      data={offered.map((type) => ({
        value: type,
        label: t(`option.${searchTypeText(type)}` as 'option.any'),
      }))}
    />
  )
})

type KeywordProps = {
  keywords: string
  fault: FilterForm['faults']['keywords']
  change: FilterForm['change']
}

export const toKeywordProps = ({ values, faults, change }: FilterForm): KeywordProps => ({
  keywords: values.keywords,
  fault: faults.keywords,
  change,
})

export const KeywordField = memo(({ keywords, fault, change }: KeywordProps) => {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  return (
    <TextInput
      {...useKeyOf('/')}
      size="xs"
      label={t('keywords')}
      placeholder={t('keywords.placeholder')}
      value={keywords}
      error={fault && words(fault)}
      onChange={(event) => change({ keywords: event.currentTarget.value })}
    />
  )
})
