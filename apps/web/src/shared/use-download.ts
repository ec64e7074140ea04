import { useMutation } from '@tanstack/react-query'
import { tellError } from './toasts.ts'

/** Takes a file when its link is pressed. A refusal is told on the page, which stays where it is. */
export function useDownload(take: () => Promise<void>, failed: (error: Error) => string) {
  const { mutate, isPending } = useMutation({
    mutationFn: take,
    // Nobody expects a file when the connection is back.
    networkMode: 'always',
    onError: (error) => void tellError(failed(error), error),
  })
  return { isBusy: isPending, onPress: () => mutate() }
}
