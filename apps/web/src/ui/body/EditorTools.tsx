import { ActionIcon } from '@mantine/core'
import {
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconRowInsertBottom,
  IconRowRemove,
  IconTable,
  IconTableOff,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-field.module.css'
import { LinkForm } from './LinkForm.tsx'

type Icon = ComponentType<{ size: number; 'aria-hidden': true }>
type Tool = { name: ToolName; icon: Icon; isOn?: boolean; run: () => void }
type ToolName =
  | ('bold' | 'italic' | 'heading' | 'list' | 'numbers' | 'link' | 'table')
  | ('addRow' | 'addColumn' | 'removeRow' | 'removeColumn' | 'removeTable')

type EditorToolsProps = { editor: Editor; label: string }

/** The buttons above an editor. */
export function EditorTools({ editor, label }: EditorToolsProps) {
  const { t } = useTranslation('body')
  const [isLinking, setLinking] = useState(false)
  const is = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      heading: editor.isActive('heading'),
      list: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      link: editor.isActive('link'),
      table: editor.isActive('table'),
    }),
  })
  const edit = () => editor.chain().focus()
  const tools: Tool[] = [
    { name: 'bold', icon: IconBold, isOn: is.bold, run: () => edit().toggleBold().run() },
    { name: 'italic', icon: IconItalic, isOn: is.italic, run: () => edit().toggleItalic().run() },
    {
      ...{ name: 'heading', icon: IconH3, isOn: is.heading },
      run: () => edit().toggleHeading({ level: 3 }).run(),
    },
    { name: 'list', icon: IconList, isOn: is.list, run: () => edit().toggleBulletList().run() },
    { name: 'numbers', icon: IconListNumbers, isOn: is.numbers, run: () => edit().toggleOrderedList().run() },
    { name: 'link', icon: IconLink, isOn: is.link || isLinking, run: () => setLinking(!isLinking) },
  ]
  const tableTools: Tool[] = is.table
    ? [
        { name: 'addRow', icon: IconRowInsertBottom, run: () => edit().addRowAfter().run() },
        { name: 'addColumn', icon: IconColumnInsertRight, run: () => edit().addColumnAfter().run() },
        { name: 'removeRow', icon: IconRowRemove, run: () => edit().deleteRow().run() },
        { name: 'removeColumn', icon: IconColumnRemove, run: () => edit().deleteColumn().run() },
        { name: 'removeTable', icon: IconTableOff, run: () => edit().deleteTable().run() },
      ]
    : [{ name: 'table', icon: IconTable, run: () => edit().insertTable({ rows: 3, cols: 2 }).run() }]
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend of its own */}
      <div role="group" aria-label={t('tools', { field: label })} className={classes.tools}>
        {[...tools, ...tableTools].map(({ name, icon: Icon, isOn, run }) => (
          <ActionIcon
            key={name}
            variant="subtle"
            className={classes.tool}
            aria-label={t(name)}
            title={t(name)}
            aria-pressed={isOn}
            onClick={run}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </div>
      {isLinking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}
