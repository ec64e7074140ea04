import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'
import {
  MAX_SIZE,
  resized,
  shownCells,
  sizeFault,
  type TableLine,
  tableFault,
  withCell,
} from './draft-lines.ts'

type TableEditorProps = { line: TableLine; name: string; onChange: (line: TableLine) => void }

/** Edits the size, headers and cells of a table (spec 3 §2 and §5). */
export function TableEditor({ line, name: lineName, onChange }: TableEditorProps) {
  const { t } = useTranslation('security-emails')
  const [wasBlurred, setBlurred] = useState(false)
  const { headers, rows } = shownCells(line)
  const size = (name: 'width' | 'height') => {
    const fault = sizeFault(line[name], MAX_SIZE[name])
    return (
      <TextInput
        label={t(`table.${name}`)}
        size="xs"
        inputMode="numeric"
        maxLength={4}
        value={line[name]}
        error={fault && t(`table.${fault}`, { columns: MAX_SIZE.width, rows: MAX_SIZE.height })}
        data-part={name === 'width' ? 'field' : undefined}
        onChange={(event) => onChange(resized(line, { [name]: event.currentTarget.value }))}
      />
    )
  }
  const cell = (text: string, position: { row?: number; column: number }) => (
    <input
      type="text"
      className={classes.cell}
      aria-label={
        position.row === undefined
          ? t('table.header', { column: position.column + 1 })
          : t('table.cell', { row: position.row + 1, column: position.column + 1 })
      }
      aria-invalid={(wasBlurred && text.trim() === '') || undefined}
      value={text}
      onBlur={() => setBlurred(true)}
      onChange={(event) => onChange(withCell(line, position, event.currentTarget.value))}
    />
  )
  const columns = Array.from({ length: line.columns }, (_, column) => column)
  return (
    <fieldset className={classes.fields} aria-label={lineName}>
      <div className={classes.sizes}>
        {size('width')}
        {size('height')}
      </div>
      <div className={classes.grid}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {cell(headers[column] ?? '', { column })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: line.count }, (_, row) => row).map((row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <td key={column}>{cell(rows[row]?.[column] ?? '', { row, column })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wasBlurred && tableFault(line) === 'empty' && (
        <p role="alert" className={classes.error}>
          {t('table.empty')}
        </p>
      )}
    </fieldset>
  )
}
