import { afterAll, afterEach } from 'vitest'
import { endFile, endVisits } from './visit.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the pages of a failed test showed: the summary of all tests repeats it. */
    page?: string
  }
}

afterEach(({ task }) => endVisits(task))

afterAll(endFile)
