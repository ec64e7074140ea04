import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Tooltip.css'
import { CHANGE_TYPES, ENTITY_KINDS, searchTypesOf } from '@aviary/contract/changes/rules'
import { KEYWORD_MAX_CHARACTERS } from '@aviary/contract/constants'
import { Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel.tsx'
import { DEFAULTS, type Filters, searchTypeText } from './change-search.ts'
import classes from './changes.module.css'
import { EntitySearch } from './EntitySearch.tsx'
import { type FilterValues, faultsOf, filtersOf, valuesOf } from './filter-values.ts'
import { TimeRange } from './TimeRange.tsx'
import { useFilterDraft } from './use-filter-draft.ts'

type FilterTileProps = {
  /** Those that are applied. */
  filters: Filters
  isLoading: boolean
  /** Why the settings could not be saved. */
  notSaved: string | undefined
  onApply: (filters: Filters) => void
}

/** What is looked for. Nothing is searched before it is applied (spec 2 §2.1). */
export function FilterTile({ filters, isLoading, notSaved, onApply }: FilterTileProps) {
  const { t } = useTranslation('changes')
  const { values, isEdited, change: onChange, forget } = useFilterDraft(filters)
  const faults = faultsOf(values)
  const fault = faults.number ?? faults.dates ?? faults.keywords
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault || isLoading) return
    forget()
    onApply(filtersOf(values, filters))
  }
  return (
    <Panel title={t('filters')} className={classes.filterTile}>
      <search>
        <form className={classes.filters} onSubmit={submit} noValidate aria-label={t('filters')}>
          <TypeChoices values={values} onChange={onChange} />
          <TextInput
            size="xs"
            label={t('keywords')}
            placeholder={t('keywords.placeholder')}
            value={values.keywords}
            error={faults.keywords && t('fault.keywords', { most: KEYWORD_MAX_CHARACTERS })}
            onChange={(event) => onChange({ keywords: event.currentTarget.value })}
          />
          <TimeRange values={values} faults={faults} onChange={onChange} />
          {ENTITY_KINDS.map((kind) => (
            <EntitySearch
              key={kind}
              kind={kind}
              chosen={values.names[kind]}
              onChange={(names) => onChange({ names: { ...values.names, [kind]: names } })}
            />
          ))}
          <Apply
            hindrance={
              fault ? t(fault, { most: KEYWORD_MAX_CHARACTERS }) : isLoading ? t('loading') : undefined
            }
            said={fault ? t(fault, { most: KEYWORD_MAX_CHARACTERS }) : isEdited ? t('notApplied') : ''}
            notSaved={notSaved}
            onReset={() => onChange(valuesOf(DEFAULTS.filters))}
          />
        </form>
      </search>
    </Panel>
  )
}

type PartProps = { values: FilterValues; onChange: (changes: Partial<FilterValues>) => void }

/** Which changes, and what of them the keyword is looked for in. */
function TypeChoices({ values, onChange }: PartProps) {
  const { t } = useTranslation('changes')
  const offered = searchTypesOf(values.changeType)
  const chooseType = (text: string) => {
    const changeType = CHANGE_TYPES.find((type) => type === text) ?? values.changeType
    // spec 2 §2.1: Catalog Type is for auto changes only
    const isOffered = searchTypesOf(changeType).includes(values.searchType)
    onChange(isOffered ? { changeType } : { changeType, searchType: 'any' })
  }
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('changeType')}
        value={values.changeType}
        onChange={(event) => chooseType(event.currentTarget.value)}
        data={CHANGE_TYPES.map((type) => ({ value: type, label: t(`option.${type}`) }))}
      />
      <NativeSelect
        size="xs"
        label={t('searchType')}
        value={values.searchType}
        onChange={(event) => {
          const searchType = offered.find((type) => type === event.currentTarget.value)
          if (searchType) onChange({ searchType })
        }}
        data={offered.map((type) => ({
          value: type,
          label: t(`option.${searchTypeText(type)}` as 'option.any'),
        }))}
      />
    </>
  )
}

type ApplyProps = {
  /** Why it cannot be applied. */
  hindrance: string | undefined
  /** What the form is like. */
  said: string
  notSaved: string | undefined
  onReset: () => void
}

function Apply({ hindrance, said, notSaved, onReset }: ApplyProps) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.apply}>
      <div className={classes.applyButtons}>
        <Tooltip label={hindrance} disabled={hindrance === undefined} withinPortal={false}>
          <Button
            type="submit"
            size="xs"
            // Only a button that can be reached by keyboard can say why it is disabled.
            data-disabled={hindrance !== undefined}
            aria-disabled={hindrance !== undefined}
          >
            {t('apply')}
          </Button>
        </Tooltip>
        <Button size="xs" variant="default" onClick={onReset}>
          {t('reset')}
        </Button>
      </div>
      <p role="status">{said}</p>
      {notSaved && <p>{t('notSaved', { reason: notSaved })}</p>}
    </div>
  )
}
