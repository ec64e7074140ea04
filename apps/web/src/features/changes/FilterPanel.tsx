import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel.tsx'
import { ApplyButtons, ApplyStatus } from './ApplyBar.tsx'
import classes from './changes.module.css'
import { EntitySearch } from './EntitySearch.tsx'
import { KeywordField, SearchTypeField, TypeField, toKeywordProps, toTypeProps } from './FilterFields.tsx'
import { TimeRange, toRangeProps } from './TimeRange.tsx'
import type { FilterForm } from './use-filter-form.ts'

type FilterPanelProps = { form: FilterForm; notSaved: string | undefined }

/** The search form of wide windows. */
export function FilterPanel({ form, notSaved }: FilterPanelProps) {
  const { t } = useTranslation('changes')
  const { values, texts, change } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.apply()
  }
  return (
    <Panel title={t('filters')}>
      <search>
        <form className={classes.filters} onSubmit={submit} noValidate aria-label={t('filters')}>
          <TypeField {...toTypeProps(form)} />
          <SearchTypeField {...toTypeProps(form)} />
          <KeywordField {...toKeywordProps(form)} />
          <TimeRange {...toRangeProps(form)} />
          {ENTITY_KINDS.map((kind) => (
            <EntitySearch key={kind} kind={kind} names={values.names} text={texts[kind]} change={change} />
          ))}
          <div>
            <div className={classes.applyButtons}>
              <ApplyButtons form={form} />
            </div>
            <ApplyStatus form={form} notSaved={notSaved} />
          </div>
        </form>
      </search>
    </Panel>
  )
}
