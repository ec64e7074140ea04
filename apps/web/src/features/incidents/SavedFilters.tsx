import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { Button, Menu, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { toDateText } from '../../shared/time/utc-text.ts'
import { NameTaken } from './change-filters.ts'
import { type FilterTexts, fromSaved, toSaved } from './filter-companies.ts'
import classes from './incident-details.module.css'
import { ManageSavedFilters } from './ManageSavedFilters.tsx'
import { useSavedFilters } from './use-saved-filters.ts'

type SavedFiltersProps = { filters: FilterTexts; onLoad: (filters: FilterTexts) => void }

/**
 * Create, overwrite, load and delete named filters (spec 1 §2.5). They are stored with the user and survive
 * sign-out.
 */
export function SavedFilters({ filters, onLoad }: SavedFiltersProps) {
  const { t } = useTranslation('incident')
  const { saved, save } = useSavedFilters()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<'saved.nameRequired' | 'saved.nameTaken' | undefined>()
  const [isManaging, setManaging] = useState(false)
  const offline = useOfflineReason()
  const isBusy = save.isPending || offline !== undefined

  const create = (event: FormEvent) => {
    event.preventDefault()
    const nickname = name.trim()
    setFault(nickname === '' ? 'saved.nameRequired' : undefined)
    if (nickname === '') return
    const created: SavedImpactFilter = {
      id: crypto.randomUUID(),
      nickname,
      filters: toSaved(filters),
      created_date: toDateText(nowMs()),
    }
    save.mutate(
      { kind: 'add', filter: created },
      {
        onSuccess: () => setName(''),
        onError: (error) => error instanceof NameTaken && setFault('saved.nameTaken'),
      },
    )
  }
  const saveOver = ({ id, nickname }: SavedImpactFilter) =>
    save.mutate({ kind: 'replace', id, nickname, filters: toSaved(filters) })

  return (
    <>
      <form className={classes.saved} onSubmit={create} noValidate>
        <TextInput
          size="xs"
          aria-label={t('saved.name')}
          placeholder={t('saved.name')}
          maxLength={100}
          value={name}
          error={fault && t(fault)}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setFault(undefined)
          }}
        />
        <Button type="submit" variant="default" size="xs" disabled={isBusy} title={offline}>
          {t('saved.create')}
        </Button>
        <FilterMenu
          text={t('saved.saveAs')}
          saved={saved}
          isDisabled={isBusy}
          disabledReason={offline}
          onPick={saveOver}
        />
        <FilterMenu
          text={t('saved.load')}
          saved={saved}
          onPick={(filter) => onLoad(fromSaved(filter.filters))}
        />
        <Button variant="default" size="xs" disabled={saved.length === 0} onClick={() => setManaging(true)}>
          {t('saved.manage')}
        </Button>
      </form>
      {isManaging && (
        <ManageSavedFilters
          saved={saved}
          onClose={() => setManaging(false)}
          onDelete={(ids) => save.mutate({ kind: 'delete', ids }, { onSuccess: () => setManaging(false) })}
        />
      )}
    </>
  )
}

type FilterMenuProps = {
  text: string
  saved: readonly SavedImpactFilter[]
  isDisabled?: boolean
  disabledReason?: string | undefined
  onPick: (filter: SavedImpactFilter) => void
}

function FilterMenu({ text, saved, isDisabled = false, disabledReason, onPick }: FilterMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled || saved.length === 0}
          title={disabledReason}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.map((filter) => (
          <Menu.Item key={filter.id} onClick={() => onPick(filter)}>
            {filter.nickname}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
