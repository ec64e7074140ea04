import { Button, TextInput } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-field.module.css'
import { isWholeAddress } from './extensions.ts'

/** Tells Mantine that Escape on this element must not close the surrounding dialog. */
const KEEPS_DIALOG = { 'data-mantine-stop-propagation': true }

/** Edits the link at the cursor, or links the selected words. Without a selection, inserts the address as a link. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('body')
  const { t: shell } = useTranslation()
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const isInLink = useEditorState({ editor, selector: () => editor.isActive('link') })
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const edit = () => editor.chain().focus().extendMarkRange('link')
  const close = () => {
    editor.commands.focus()
    onClose()
  }
  const apply = () => {
    const href = address.trim()
    if (!isWholeAddress(href)) {
      setRefused(true)
      return field.current?.focus()
    }
    if (!isInLink && editor.state.selection.empty)
      edit()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else edit().setLink({ href }).run()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.target !== field.current)) return
    // Keeps the key from submitting or closing the surrounding dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else apply()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its parts can have the focus
    <div className={classes.link} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        {...KEEPS_DIALOG}
        label={t('address')}
        placeholder="https://"
        maxLength={2_000}
        value={address}
        error={isRefused && !isWholeAddress(address.trim()) && t('addressFault')}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button variant="default" {...KEEPS_DIALOG} onClick={apply}>
        {t('applyLink')}
      </Button>
      {isInLink && (
        <Button
          variant="default"
          {...KEEPS_DIALOG}
          onClick={() => {
            edit().unsetLink().run()
            onClose()
          }}
        >
          {t('removeLink')}
        </Button>
      )}
      <Button variant="subtle" {...KEEPS_DIALOG} onClick={close}>
        {shell('form.cancel')}
      </Button>
    </div>
  )
}
