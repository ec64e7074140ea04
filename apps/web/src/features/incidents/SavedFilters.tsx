import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import type { SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'
import { Button, Menu, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../shared/online.ts'
import { nowMs } from '../../shared/time.ts'
import { type FilterTexts, fromSaved, toSaved } from './filter-companies.ts'
import classes from './incident-details.module.css'
import { ManageSavedFilters } from './ManageSavedFilters.tsx'
import { useSavedFilters } from './use-saved-filters.ts'

type SavedFiltersProps = { filters: FilterTexts; onLoad: (filters: FilterTexts) => void }

/** Filters by name: create, save over one, load one, delete some (spec 1 §2.5). They survive sign-out. */
export function SavedFilters({ filters, onLoad }: SavedFiltersProps) {
  const { t } = useTranslation('incident')
  const { saved, save } = useSavedFilters()
  const [name, setName] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const isOnline = useOnline()
  const isBusy = save.isPending || !isOnline

  const create = (event: FormEvent) => {
    event.preventDefault()
    const nickname = name.trim()
    setInvalid(nickname === '')
    if (nickname === '') return
    const created: SavedImpactFilter = {
      id: crypto.randomUUID(),
      nickname,
      filters: toSaved(filters),
      created_date: new Date(nowMs()).toISOString().slice(0, 10),
    }
    save.mutate([...saved, created], { onSuccess: () => setName('') })
  }
  const saveOver = (id: string) =>
    save.mutate(saved.map((one) => (one.id === id ? { ...one, filters: toSaved(filters) } : one)))

  return (
    <>
      <form className={classes.saved} onSubmit={create} noValidate>
        <TextInput
          size="xs"
          aria-label={t('saved.name')}
          placeholder={t('saved.name')}
          maxLength={100}
          value={name}
          error={isInvalid && t('saved.nameRequired')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setInvalid(false)
          }}
        />
        <Button type="submit" variant="default" size="xs" disabled={isBusy}>
          {t('saved.create')}
        </Button>
        <FilterMenu
          text={t('saved.saveAs')}
          saved={saved}
          isDisabled={isBusy}
          onPick={({ id }) => saveOver(id)}
        />
        <FilterMenu text={t('saved.load')} saved={saved} onPick={(one) => onLoad(fromSaved(one.filters))} />
        <Button variant="default" size="xs" disabled={saved.length === 0} onClick={() => setManaging(true)}>
          {t('saved.manage')}
        </Button>
      </form>
      {isManaging && (
        <ManageSavedFilters
          saved={saved}
          onClose={() => setManaging(false)}
          onSave={(kept) => save.mutate(kept, { onSuccess: () => setManaging(false) })}
        />
      )}
    </>
  )
}

type FilterMenuProps = {
  text: string
  saved: readonly SavedImpactFilter[]
  isDisabled?: boolean
  onPick: (one: SavedImpactFilter) => void
}

function FilterMenu({ text, saved, isDisabled = false, onPick }: FilterMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled || saved.length === 0}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.map((one) => (
          <Menu.Item key={one.id} onClick={() => onPick(one)}>
            {one.nickname}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
