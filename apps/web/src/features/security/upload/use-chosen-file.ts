import { useEffect, useRef, useState } from 'react'
import { type FileFault, type ReadCsv, readCsvFile } from './read-csv-file.ts'

/** Reads the file that somebody chooses; the one chosen last counts. */
export function useChosenFile(onRead: (read: ReadCsv) => void) {
  const [fault, setFault] = useState<FileFault>()
  const [isReading, setReading] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  // Reading takes a while, and somebody types meanwhile.
  const latest = useRef(onRead)
  useEffect(() => {
    latest.current = onRead
  })
  const choose = async (file: File) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setReading(true)
    const read = await readCsvFile(file, control.signal).catch((error: unknown) => {
      if (!control.signal.aborted) throw error
    })
    if (control.signal.aborted || read === undefined) return
    setReading(false)
    setFault(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') latest.current(read)
  }
  return { choose, fault, isReading }
}
