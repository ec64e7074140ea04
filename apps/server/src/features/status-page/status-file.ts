export type StatusFile = {
  /** Of the file, below the root of the status page; a page is the `index.html` of its folder. */
  name: string
  type: string
  content: string
  /** Its name changes with its content, so that it may be kept for ever. */
  isHashed?: boolean
  /** Scripts on pages of other sites may read it. */
  isShared?: boolean
}
