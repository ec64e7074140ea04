import type { StatusFile } from '../status-file.ts'

/** Where the status page is exported to, to be served by others. */
export type Place = {
  /** As the setting names it. */
  address: string
  /** The content of a file; undefined if there is none. */
  read: (name: string) => Promise<string | undefined>
  /** Writes one file, whole or not at all. */
  put: (file: StatusFile, at: Date) => Promise<void>
  /**
   * Writes files, those that changed and in their order, then removes pages that are no longer among them. `at`: the
   * time of what they say. `isOurs`: nobody else has written since the last time. `mayWrite` is called before each
   * write and ends it all by throwing.
   */
  putAll: (files: readonly StatusFile[], how: Writing) => Promise<void>
  remove: (name: string) => Promise<void>
}

export type Writing = { at: Date; isOurs: boolean; mayWrite: () => Promise<void> }

/** Folders whose pages come and go. Everything else in a place is left alone. */
export const PAGE_FOLDERS = /^(?:[a-z]{2}\/)?(?:incidents|maintenance|data-centers|services)\/[^/]+(?:\/|$)/
