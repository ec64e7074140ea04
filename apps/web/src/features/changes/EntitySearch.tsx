import type { EntityKind } from '@aviary/contract/changes/rules'
import { CHANGES_MAX_NAMES } from '@aviary/contract/constants'
import { MultiSelect } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilterNames } from '../../shared/names.ts'
import { Term } from '../../ui/Term.tsx'
import classes from './changes.module.css'
import type { FilterValues } from './filter-values.ts'
import { useEntitySearch } from './use-changes.ts'
import type { FilterForm } from './use-filter-form.ts'
import type { useTypedText } from './use-typed-text.ts'

type EntitySearchProps = {
  kind: EntityKind
  names: FilterValues['names']
  text: ReturnType<typeof useTypedText>
  change: FilterForm['change']
}

/** Multi-select of data centers, services or CIs, searched on the server while typing (spec 2 §2.1). */
export const EntitySearch = memo(({ kind, names, text, change }: EntitySearchProps) => {
  const { t } = useTranslation('changes')
  const { typed } = text
  // Keeps the option list mounted only after the first focus: positioning it forces a layout of the whole page.
  const [isReached, setReached] = useState(false)
  const chosen = names[kind]
  const { entities, error, isSearching } = useEntitySearch(kind, typed)
  const getName = useEntityName(kind)
  const entityList = entities ?? []
  const offered = new Map([
    ...chosen.map((name) => [name, getName(name)] as const),
    ...entityList.map(({ name, display_name }) => [name, display_name] as const),
  ])
  const shown = typed.trim() === '' ? chosen : entityList.map(({ name }) => name)
  const emptyTextKey = isSearching ? 'entity.searching' : typed.trim() === '' ? 'entity.type' : 'entity.none'
  return (
    <MultiSelect
      size="xs"
      label={kind === 'cis' ? <Term name="ci">{t('field.cis')}</Term> : t(`field.${kind}`)}
      placeholder={t(error ? 'entity.error' : 'entity.placeholder')}
      error={error && t('entity.error')}
      // Shows the hint already while typing. Shown on blur, it would move the button that is being clicked.
      description={text.isOpen && !error ? t('entity.notChosen') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // When the filter chip opens, the focus goes to this field, not to the glossary term in its label.
      data-autofocus
      searchable
      searchValue={typed}
      onSearchChange={text.type}
      onFocus={() => {
        setReached(true)
        text.enter()
      }}
      onBlur={text.leave}
      clearSearchOnChange={false}
      data={[...offered].map(([value, label]) => ({ value, label }))}
      // Shows all options of the server's answer; no second filter here.
      filter={({ options }) => options.filter((option) => 'value' in option && shown.includes(option.value))}
      value={[...chosen]}
      maxValues={CHANGES_MAX_NAMES}
      onChange={(next) => {
        text.choose()
        change({ names: { ...names, [kind]: next } })
      }}
      nothingFoundMessage={t(error ? 'entity.error' : emptyTextKey)}
      loading={isSearching}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      // Enter chooses an option here; it must not submit the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      comboboxProps={{
        withinPortal: false,
        keepMounted: isReached,
        transitionProps: { duration: 0 },
        middlewares: { flip: false },
      }}
    />
  )
})

/** Display name of an entity that was chosen earlier, from the reference data. */
export function useEntityName(kind: EntityKind): (name: string) => string {
  const names = useFilterNames()
  if (kind === 'data_centers') return names.dataCenter
  return kind === 'services' ? names.service : (name) => name
}
