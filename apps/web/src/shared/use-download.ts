import { useWrite } from './saving/use-write.ts'

/** Downloads a file on click; a refusal is shown as a toast and the page stays open. */
export function useDownload(download: () => Promise<void>, failed: (error: Error) => string) {
  const { mutate, isPending } = useWrite(download, {
    topics: [],
    failed,
    // Fails at once without a connection, because nobody expects the file minutes later.
    networkMode: 'always',
  })
  return { isBusy: isPending, onPress: () => mutate() }
}
