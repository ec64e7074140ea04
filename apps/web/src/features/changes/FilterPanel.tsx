import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel.tsx'
import { ApplyButtons, ApplyStatus } from './ApplyBar.tsx'
import classes from './changes.module.css'
import { EntitySearch } from './EntitySearch.tsx'
import { KeywordField, SearchTypeField, TypeField } from './FilterFields.tsx'
import { TimeRange } from './TimeRange.tsx'
import type { FilterForm } from './use-filter-form.ts'

type FilterPanelProps = { form: FilterForm; notSaved: string | undefined }

/** The search form of wide windows. */
export function FilterPanel({ form, notSaved }: FilterPanelProps) {
  const { t } = useTranslation('changes')
  const { values, faults, texts, change } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.apply()
  }
  return (
    <Panel title={t('filters')}>
      <search>
        <form className={classes.filters} onSubmit={submit} noValidate aria-label={t('filters')}>
          <TypeField form={form} />
          <SearchTypeField form={form} />
          <KeywordField form={form} />
          <TimeRange values={values} faults={faults} onChange={change} />
          {ENTITY_KINDS.map((kind) => (
            <EntitySearch
              key={kind}
              kind={kind}
              chosen={values.names[kind]}
              text={texts[kind]}
              onChange={(names) => change({ names: { ...values.names, [kind]: names } })}
            />
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
