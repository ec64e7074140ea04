import { useEffect, useRef, useState } from 'react'
import { type FileFault, type ReadCsv, readCsvFile } from './read-csv-file.ts'

/** Reads the chosen file. Choosing another file cancels the reading of the previous one. */
export function useChosenFile(onRead: (read: ReadCsv) => void) {
  const [fault, setFault] = useState<FileFault>()
  const [isReading, setReading] = useState(false)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  // Keeps the latest callback, because it may change while the file is read.
  const latestOnRead = useRef(onRead)
  useEffect(() => {
    latestOnRead.current = onRead
  })
  const choose = async (file: File) => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setReading(true)
    const read = await readCsvFile(file, current.signal).catch((error: unknown) => {
      if (!current.signal.aborted) throw error
    })
    if (current.signal.aborted || read === undefined) return
    setReading(false)
    setFault(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') latestOnRead.current(read)
  }
  return { choose, fault, isReading }
}
