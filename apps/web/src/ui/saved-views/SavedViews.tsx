import type { SavedView } from '@aviary/contract/session/saved-views'
import { Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconTrash } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { openView } from '../../shared/restart-screen.ts'
import { DisabledButton } from '../DisabledButton.tsx'
import headerClasses from '../page-header.module.css'
import classes from './saved-views.module.css'
import { useSavedViews } from './use-saved-views.ts'

/** Button beside the title of a list that opens the saved views and a field to save the current view. */
export function SavedViews() {
  const { t } = useTranslation('views')
  const [isOpen, setOpen] = useState(false)
  const saved = useSavedViews()
  const { current } = saved
  const Icon = current ? IconBookmarkFilled : IconBookmark
  const name = current ? t('current', { name: current.name }) : t('title')
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="var(--popover)"
      withinPortal
      trapFocus
      returnFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={headerClasses.help}
          aria-label={name}
          title={name}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={18} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')} className={classes.menu ?? ''}>
        {isOpen && <Content {...saved} onClose={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type ContentProps = ReturnType<typeof useSavedViews> & { onClose: () => void }

function Content({ path, search, views, current, save, onClose }: ContentProps) {
  const { t } = useTranslation('views')
  const offline = useOfflineReason()
  const [name, setName] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const isTaken = views.some((view) => view.name.toLowerCase() === name.trim().toLowerCase())
  const disabledReason = offline ?? (name.trim() === '' ? t('nameMissing') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason !== undefined || save.isPending) return
    save.mutate({ kind: 'save', view: { path, name: name.trim(), search } }, { onSuccess: onClose })
  }
  return (
    <>
      {views.length === 0 ? (
        <p className="muted">{t('none')}</p>
      ) : (
        <ul className={classes.views}>
          {views.map((view) => (
            <li key={view.name}>
              <ViewLink view={view} isCurrent={view === current} onChoose={onClose} />
              <button
                type="button"
                className={headerClasses.help}
                aria-label={t('delete', { name: view.name })}
                title={offline ?? t('delete', { name: view.name })}
                disabled={offline !== undefined || save.isPending}
                // The pressed button disappears with its view, so the name field gets the focus.
                onClick={() =>
                  save.mutate({ kind: 'delete', view }, { onSuccess: () => nameField.current?.focus() })
                }
              >
                <IconTrash size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className={classes.form} noValidate>
        <TextInput
          ref={nameField}
          size="xs"
          label={t('name')}
          description={isTaken ? t('replaces') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DisabledButton type="submit" size="xs" disabledReason={disabledReason} loading={save.isPending}>
          {t('save')}
        </DisabledButton>
      </form>
    </>
  )
}

type ViewLinkProps = { view: SavedView; isCurrent: boolean; onChoose: () => void }

function ViewLink({ view, isCurrent, onChoose }: ViewLinkProps) {
  const router = useRouter()
  const choose = (event: MouseEvent) => {
    // With a modifier key, the browser opens the view in a new tab or window by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
    openView(router, view)
  }
  return (
    <Link
      to={view.path as '/'}
      search={router.options.parseSearch(view.search) as never}
      aria-current={isCurrent || undefined}
      onClick={choose}
    >
      {view.name}
    </Link>
  )
}
