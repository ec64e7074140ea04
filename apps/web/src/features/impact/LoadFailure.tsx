import { ErrorState } from '../../ui/states.tsx'
import { useFocusReturn } from '../../ui/use-focus.ts'

type LoadFailureProps = { title: string; reason: string; again: () => void }

/** The first load failure, shown instead of the top bar (spec 3 §2). */
export function LoadFailure({ title, reason, again }: LoadFailureProps) {
  useFocusReturn()
  return <ErrorState title={title} reason={reason} retry={{ run: again }} />
}
