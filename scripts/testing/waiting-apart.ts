import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These tests wait half a minute for the lease of a killed server to end. */
const waits = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('kill.test.ts')

/**
 * Vitest starts with the largest files. Files that mostly wait are small and would all come last, with nothing left
 * to run beside them, so they are spread over the run.
 */
export class WaitingApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [waiting, others] = [sorted.filter(waits), sorted.filter((file) => !waits(file))]
    const apart = Math.ceil(others.length / (waiting.length + 1))
    for (const [index, file] of waiting.entries()) others.splice(index * (apart + 1), 0, file)
    return others
  }
}
