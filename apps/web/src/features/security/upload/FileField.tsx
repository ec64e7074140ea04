import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './upload.module.css'

type FileFieldProps = {
  /** Name of the chosen file. */
  name: string | undefined
  help: string
  fault: string | undefined
  isReading: boolean
  /** Whether choosing another file is disabled. */
  isDisabled: boolean
  isFirst?: boolean
  onChoose: (file: File) => void
}

/** Chooses a .csv file by the file dialog, by keyboard or by drag and drop. */
export function FileField(props: FileFieldProps) {
  const { name, help, fault, isReading, isDisabled, isFirst = false, onChoose } = props
  const { t } = useTranslation('security-merge')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useNoStrayDrops()
  const choose = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && !isDisabled) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    choose(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button works by keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {/* A native file field would use the browser's language and repeat the file name. */}
      <button
        type="button"
        className={classes.choose}
        disabled={isDisabled}
        aria-describedby={`${id}-about`}
        data-autofocus={isFirst || undefined}
        onClick={() => input.current?.click()}
      >
        {t(name === undefined ? 'file.choose' : 'file.chooseOther')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files)
          // Clears the input: otherwise choosing the same file again after correcting it would raise no event.
          event.currentTarget.value = ''
        }}
      />
      <span className={classes.chosen}>{name ?? t('file.orDrop')}</span>
      <div id={`${id}-about`} className={classes.about}>
        <p className="muted">{help}</p>
        <p role="status">{isReading ? t('file.reading') : ''}</p>
      </div>
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Ignores a file dropped beside the field; the browser would open it in place of the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
}
