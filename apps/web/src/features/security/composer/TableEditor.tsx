import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'
import { resized, SIZES, shownCells, sizeFault, type TableLine, tableFault, withCell } from './draft-lines.ts'

type TableEditorProps = { line: TableLine; name: string; onChange: (line: TableLine) => void }

/** A table by its width and height, its headers and its cells (spec 3 §2 and §5). */
export function TableEditor({ line, name: lineName, onChange }: TableEditorProps) {
  const { t } = useTranslation('security-emails')
  const [wasLeft, setLeft] = useState(false)
  const { headers, rows } = shownCells(line)
  const size = (name: 'width' | 'height') => {
    const fault = sizeFault(line[name], SIZES[name])
    return (
      <TextInput
        label={t(`table.${name}`)}
        size="xs"
        inputMode="numeric"
        maxLength={4}
        value={line[name]}
        error={fault && t(`table.${fault}`, { columns: SIZES.width, rows: SIZES.height })}
        data-part={name === 'width' ? 'field' : undefined}
        onChange={(event) => onChange(resized(line, { [name]: event.currentTarget.value }))}
      />
    )
  }
  const cell = (text: string, at: { row?: number; column: number }) => (
    <input
      type="text"
      className={classes.cell}
      aria-label={
        at.row === undefined
          ? t('table.header', { column: at.column + 1 })
          : t('table.cell', { row: at.row + 1, column: at.column + 1 })
      }
      aria-invalid={(wasLeft && text.trim() === '') || undefined}
      value={text}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(withCell(line, at, event.currentTarget.value))}
    />
  )
  const places = Array.from({ length: line.columns }, (_, column) => column)
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
              {places.map((column) => (
                <th key={column} scope="col">
                  {cell(headers[column] ?? '', { column })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: line.count }, (_, row) => row).map((row) => (
              <tr key={row}>
                {places.map((column) => (
                  <td key={column}>{cell(rows[row]?.[column] ?? '', { row, column })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wasLeft && tableFault(line) === 'empty' && (
        <p role="alert" className={classes.error}>
          {t('table.empty')}
        </p>
      )}
    </fieldset>
  )
}
