/** Made by `text-files.ts`. */
declare module 'virtual:texts' {
  type Texts = Record<string, Record<string, string>>
  type Load = () => Promise<{ default: Texts }>
  /** Loads of the files of each language. */
  export const files: Record<string, { first: Load; later: Load }>
  /** Whether a set of texts is in the file of the first page. */
  export const isFirst: (set: string) => boolean
}
