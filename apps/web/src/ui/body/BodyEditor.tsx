import { Input } from '@mantine/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import bodyClasses from '../message-body.module.css'
import { isSubmitKeyOfDialog } from '../use-submit-key.ts'
import classes from './body-field.module.css'
import type { BodyFieldProps } from './body-field-props.ts'
import { EditorTools } from './EditorTools.tsx'
import { extensions, typingRules } from './extensions.ts'
import { toBody, toEditor } from './formatting.ts'

export type BodyEditorProps = Omit<BodyFieldProps, 'value' | 'textHelp'> & {
  /** Initial body; later values of this prop are ignored. */
  html: string
  switchButton: ReactNode
}

/** Whether the focus is in a field, from which an editor that has just loaded must not take it. */
const isTyping = () => document.activeElement?.matches('input, textarea, select') ?? false

/** The editor of one body. To edit another body, mount a new editor with another `key`. */
export function BodyEditor({ html, switchButton, takesFocus = false, onChange, ...props }: BodyEditorProps) {
  const id = useId()
  const part = (name: string) => `${id}-${name}`
  const described = [props.description && part('description'), props.error && part('error')]
    .filter(Boolean)
    .join(' ')
  const attributes = {
    ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': part('label'), lang: props.lang },
    ...{ 'aria-describedby': described, 'aria-required': String(props.required ?? false) },
    ...{ 'aria-invalid': String(Boolean(props.error)), class: `${bodyClasses.body} ${classes.text}` },
  }
  const [given] = useState(html)
  const first = useRef<string>(undefined)
  const field = useRef<HTMLDivElement>(null)
  const editor = useEditor({
    extensions,
    content: toEditor(given),
    ...typingRules,
    autofocus: takesFocus && !isTyping() && 'end',
    // Tiptap destroys an editor that is created while rendering, unless the component is mounted soon afterwards.
    immediatelyRender: false,
    // The content security policy forbids styles that scripts add.
    injectCSS: false,
    editorProps: {
      attributes,
      // Keys that the editor must leave alone: Tab leaves it, and Ctrl Enter submits the dialog around it.
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' || isSubmitKeyOfDialog(event) },
    },
    onMount: ({ editor: made }) => {
      first.current = toBody(made.getHTML())
    },
    onUpdate: ({ editor: written }) => {
      const body = toBody(written.getHTML())
      onChange(body === first.current ? given : body)
    },
    onBlur: ({ event }) => {
      // Focus that moves to one of the field's own buttons is still in the field.
      if (!(event.relatedTarget instanceof Node && field.current?.contains(event.relatedTarget)))
        props.onBlur?.()
    },
  })
  return (
    <Input.Wrapper
      ref={field}
      id={id}
      label={props.label}
      description={props.description}
      error={props.error}
      required={props.required ?? false}
      labelElement="div"
      labelProps={{ id: part('label'), onClick: () => editor?.commands.focus() }}
      descriptionProps={{ id: part('description') }}
      errorProps={{ id: part('error') }}
    >
      <div className={classes.bar}>
        {editor && <EditorTools editor={editor} label={props.label} />}
        {switchButton}
      </div>
      <EditorContent
        editor={editor}
        className={classes.editor}
        style={{ '--rows': props.rows } as CSSProperties}
      />
    </Input.Wrapper>
  )
}
