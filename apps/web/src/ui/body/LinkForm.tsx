import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-field.module.css'
import { isWholeAddress } from './extensions.ts'

/** Takes the address of the link at the cursor, or of the selected words. Without words the address is the text. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('body')
  const { t: shell } = useTranslation()
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(before)
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
    if (before === '' && editor.state.selection.empty)
      edit()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else edit().setLink({ href }).run()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither submits nor closes the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else close()
  }
  return (
    <div className={classes.link}>
      <TextInput
        ref={field}
        data-mantine-stop-propagation
        label={t('address')}
        placeholder="https://"
        maxLength={2_000}
        value={address}
        error={isRefused && !isWholeAddress(address.trim()) && t('addressFault')}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" onClick={apply}>
        {t('applyLink')}
      </Button>
      {before !== '' && (
        <Button
          variant="default"
          onClick={() => {
            edit().unsetLink().run()
            onClose()
          }}
        >
          {t('removeLink')}
        </Button>
      )}
      <Button variant="subtle" onClick={close}>
        {shell('form.cancel')}
      </Button>
    </div>
  )
}
