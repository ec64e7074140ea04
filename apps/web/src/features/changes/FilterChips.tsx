import { ENTITY_KINDS, type EntityKind } from '@aviary/contract/changes/rules'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageKey } from '../../shared/single-keys.ts'
import { toEpochSeconds } from '../../shared/time/utc-text.ts'
import { exactTime } from '../../shared/time/words.ts'
import { ChipRow } from '../../ui/ChipRow.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { ApplyButtons, ApplyStatus } from './ApplyBar.tsx'
import { searchTypeText } from './change-search.ts'
import classes from './changes.module.css'
import { EntitySearch, useEntityName } from './EntitySearch.tsx'
import { KeywordField, SearchTypeField, TypeField, toKeywordProps, toTypeProps } from './FilterFields.tsx'
import { TimeRange, toRangeProps } from './TimeRange.tsx'
import { useFaultWords } from './use-fault-words.ts'
import type { FilterForm } from './use-filter-form.ts'

type FormProps = { form: FilterForm }

/** The search form of narrow windows: a row of chips that say what is chosen, with the fields inside. */
export function FilterChips({ form, notSaved }: FormProps & { notSaved: string | undefined }) {
  const { t } = useTranslation('changes')
  return (
    <search className={classes.chips} aria-label={t('filters')}>
      <ChipRow label={t('filters')} end={<ApplyButtons form={form} onApply={() => void form.apply()} />}>
        <Chip form={form} label={t('changeType')} chosen={t(`option.${form.values.changeType}`)}>
          <TypeField {...toTypeProps(form)} />
        </Chip>
        <RangeChip form={form} />
        {ENTITY_KINDS.map((kind) => (
          <EntityChip key={kind} kind={kind} form={form} />
        ))}
        <KeywordChip form={form} />
      </ChipRow>
      <ApplyStatus form={form} notSaved={notSaved} />
    </search>
  )
}

type ChipProps = FormProps & {
  label: string
  chosen: string | undefined
  fault?: string | undefined
  pageKey?: PageKey
  children: ReactNode
}

/** A chip whose fields are a form: Enter applies all filters, and closes the chip if they could be applied. */
function Chip({ form, children, ...chip }: ChipProps) {
  return (
    <ChoiceChip {...chip}>
      {(close) => (
        <form
          className={classes.filters}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (form.apply()) close()
          }}
        >
          {children}
          {/* Browsers submit a form of several fields on Enter only if it has a submit button. */}
          <input type="submit" hidden />
        </form>
      )}
    </ChoiceChip>
  )
}

function RangeChip({ form }: FormProps) {
  const { t, i18n } = useTranslation('changes')
  const words = useFaultWords()
  const { values, faults } = form
  const fault = faults.number ?? faults.dates
  const exact = (moment: string) => exactTime((toEpochSeconds(moment) ?? 0) * 1000, i18n.language)
  const chosen = values.isAbsolute
    ? `${exact(values.start)} – ${exact(values.end)}`
    : `${t('range.last')} ${values.relativeNumber} ${t(`option.${values.relativeUnit}`)}`
  return (
    <Chip form={form} label={t('range')} chosen={chosen} fault={fault && words(fault)}>
      <TimeRange {...toRangeProps(form)} />
    </Chip>
  )
}

function EntityChip({ kind, form }: FormProps & { kind: EntityKind }) {
  const { t } = useTranslation('changes')
  const getName = useEntityName(kind)
  const { values, texts, change } = form
  const names = values.names[kind]
  return (
    <Chip
      form={form}
      label={t(`field.${kind}`)}
      chosen={names.length > 0 ? names.map(getName).join(', ') : undefined}
      fault={texts[kind].isOpen ? t('entity.notChosen') : undefined}
    >
      <EntitySearch kind={kind} names={values.names} text={texts[kind]} change={change} />
    </Chip>
  )
}

function KeywordChip({ form }: FormProps) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  const { searchType, keywords } = form.values
  const fault = form.faults.keywords
  const place = t(`option.${searchTypeText(searchType)}` as 'option.any')
  const parts = [keywords.trim(), searchType === 'any' ? '' : `${t('searchType')} ${place}`]
  return (
    <Chip
      form={form}
      pageKey="/"
      label={t('keywords')}
      chosen={parts.filter(Boolean).join(' · ') || undefined}
      fault={fault && words(fault)}
    >
      <KeywordField {...toKeywordProps(form)} />
      <SearchTypeField {...toTypeProps(form)} />
    </Chip>
  )
}
