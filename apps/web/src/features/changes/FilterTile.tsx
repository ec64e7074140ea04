import { CHANGE_TYPES, ENTITY_KINDS, searchTypesOf } from '@aviary/contract/changes/rules'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DEFAULTS, type Filters, searchTypeText } from './change-search.ts'
import classes from './changes.module.css'
import { EntitySearch } from './EntitySearch.tsx'
import { type FilterValues, findFaults, toFilters, toFormValues } from './filter-values.ts'
import { TimeRange } from './TimeRange.tsx'
import { useFaultWords } from './use-fault-words.ts'
import { useFilterDraft } from './use-filter-draft.ts'

type FilterTileProps = {
  /** The applied filters, not the edited ones. */
  filters: Filters
  isLoading: boolean
  /** Reason why the settings could not be saved. */
  notSaved: string | undefined
  onApply: (filters: Filters) => void
}

/** Search form. Nothing is searched before Apply (spec 2 §2.1). */
export function FilterTile({ filters, isLoading, notSaved, onApply }: FilterTileProps) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  const offline = useOfflineReason()
  const { values, isEdited, change: onChange, discard: discardDraft } = useFilterDraft(filters)
  // Used as key: a reset remounts the entity searches, which clears their typed text.
  const [resets, setResets] = useState(0)
  const faults = findFaults(values)
  const firstFault = faults.number ?? faults.dates ?? faults.keywords
  const faultText = firstFault && words(firstFault)
  const disabledReason = faultText ?? offline ?? (isLoading ? t('loading') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason !== undefined) return
    discardDraft()
    onApply(toFilters(values, filters))
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
            error={faults.keywords && words(faults.keywords)}
            onChange={(event) => onChange({ keywords: event.currentTarget.value })}
          />
          <TimeRange values={values} faults={faults} onChange={onChange} />
          {ENTITY_KINDS.map((kind) => (
            <EntitySearch
              key={`${kind} ${resets}`}
              kind={kind}
              chosen={values.names[kind]}
              onChange={(names) => onChange({ names: { ...values.names, [kind]: names } })}
            />
          ))}
          <ApplyBar
            disabledReason={disabledReason}
            statusText={faultText ?? offline ?? (isEdited ? t('notApplied') : '')}
            notSaved={notSaved}
            onReset={() => {
              setResets(resets + 1)
              onChange(toFormValues(DEFAULTS.filters))
            }}
          />
        </form>
      </search>
    </Panel>
  )
}

type PartProps = { values: FilterValues; onChange: (changes: Partial<FilterValues>) => void }

/** Change type, and the fields in which the keyword is searched. */
function TypeChoices({ values, onChange }: PartProps) {
  const { t } = useTranslation('changes')
  const offered = searchTypesOf(values.changeType)
  const chooseType = (text: string) => {
    const changeType = CHANGE_TYPES.find((type) => type === text) ?? values.changeType
    // Catalog Type applies to auto changes only (spec 2 §2.1).
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
  disabledReason: string | undefined
  /** Fault, offline notice or "not applied" hint. */
  statusText: string
  notSaved: string | undefined
  onReset: () => void
}

function ApplyBar({ disabledReason, statusText, notSaved, onReset }: ApplyProps) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.apply}>
      <div className={classes.applyButtons}>
        <DisabledButton type="submit" size="xs" disabledReason={disabledReason}>
          {t('apply')}
        </DisabledButton>
        <Button size="xs" variant="default" onClick={onReset}>
          {t('reset')}
        </Button>
      </div>
      <p role="status">{statusText}</p>
      {notSaved && <p>{t('notSaved', { reason: notSaved })}</p>}
    </div>
  )
}
