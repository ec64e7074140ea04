import type { EntityKind } from '@aviary/contract/changes/rules'
import { CHANGES_MAX_NAMES } from '@aviary/contract/constants'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import classes from './changes.module.css'
import { useEntitySearch } from './use-changes.ts'
import { useTypedText } from './use-typed-text.ts'

type EntitySearchProps = {
  kind: EntityKind
  chosen: readonly string[]
  onChange: (names: string[]) => void
}

/** Some data centers, services or CIs, found while one types (spec 2 §2.1). */
export function EntitySearch({ kind, chosen, onChange }: EntitySearchProps) {
  const { t } = useTranslation('changes')
  const text = useTypedText()
  const { typed } = text
  const { entities, error, isSearching } = useEntitySearch(kind, typed)
  const nameOf = useEntityName(kind)
  const found = entities ?? []
  const offered = new Map([
    ...chosen.map((name) => [name, nameOf(name)] as const),
    ...found.map(({ name, display_name }) => [name, display_name] as const),
  ])
  const shown = typed.trim() === '' ? chosen : found.map(({ name }) => name)
  const nothing = isSearching ? 'entity.searching' : typed.trim() === '' ? 'entity.type' : 'entity.none'
  return (
    <MultiSelect
      size="xs"
      label={t(`field.${kind}`)}
      placeholder={t(error ? 'entity.error' : 'entity.placeholder')}
      error={error && t('entity.error')}
      // Beside the box from the first character on: a line that came or went with the focus would move what is clicked.
      description={text.isOpen && !error ? t('entity.notChosen') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      searchValue={typed}
      onSearchChange={text.type}
      onFocus={text.enter}
      onBlur={text.leave}
      clearSearchOnChange={false}
      data={[...offered].map(([value, label]) => ({ value, label }))}
      // The server has chosen what fits.
      filter={({ options }) => options.filter((option) => 'value' in option && shown.includes(option.value))}
      value={[...chosen]}
      maxValues={CHANGES_MAX_NAMES}
      onChange={(names) => {
        text.choose()
        onChange(names)
      }}
      nothingFoundMessage={t(error ? 'entity.error' : nothing)}
      loading={isSearching}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      // Enter chooses here, and does not apply.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 }, middlewares: { flip: false } }}
    />
  )
}

/** What people read for one that was chosen before, in the words of the reference data. */
function useEntityName(kind: EntityKind): (name: string) => string {
  const names = useNames()
  if (kind === 'data_centers') return names.dataCenter
  return kind === 'services' ? names.service : (name) => name
}
