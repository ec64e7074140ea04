import { useWrite } from './saving/use-write.ts'

/** Takes a file when its link is pressed. A refusal is told on the page, which stays where it is. */
export function useDownload(take: () => Promise<void>, failed: (error: Error) => string) {
  const { mutate, isPending } = useWrite(take, {
    topics: [],
    failed,
    // Nobody expects a file when the connection is back.
    networkMode: 'always',
  })
  return { isBusy: isPending, onPress: () => mutate() }
}
