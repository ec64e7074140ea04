import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import classes from './impact.module.css'
import { LongList } from './LongList.tsx'

type CategoriesProps = {
  /** Undefined until loaded. */
  categories: readonly string[] | undefined
  hasFailed: boolean
  chosen: string | undefined
  onChoose: (category: string) => void
  /** Clears the chosen category and the search text. */
  onReset: () => void
  hasReset: boolean
  listKey: string
}

export function Categories(props: CategoriesProps) {
  const { categories, hasFailed, chosen, onChoose, onReset, hasReset, listKey } = props
  const { t } = useTranslation('impact')
  const formatCount = useCount()
  const reset = (
    <DisabledButton
      size="compact-sm"
      variant="default"
      disabledReason={hasReset ? undefined : t('categories.resetNothing')}
      onClick={onReset}
    >
      {t('categories.reset')}
    </DisabledButton>
  )
  return (
    <Panel title={t('categories')} aside={reset}>
      <p role="status" className={classes.count}>
        {categories && t('categories.count', { number: formatCount(categories.length) })}
      </p>
      {!categories && !hasFailed && <Skeleton rows={7} label={t('loading')} />}
      {categories?.length === 0 && <p className={classes.empty}>{t('categories.none')}</p>}
      {categories && categories.length > 0 && (
        <LongList
          key={listKey}
          label={t('categories')}
          items={categories}
          getKey={(category) => category}
          render={(category) => (
            <button
              type="button"
              className={classes.choice}
              aria-pressed={category === chosen}
              title={category}
              onClick={() => onChoose(category)}
            >
              <span>{category}</span>
            </button>
          )}
        />
      )}
    </Panel>
  )
}
