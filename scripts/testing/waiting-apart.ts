import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that wait half a minute for the lease of a killed server to end. */
const waits = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('kill.long.test.ts')

/**
 * Distributes the test files that mostly wait evenly over the run. Vitest starts large files first, so these small
 * ones would all run last, with no other file running in parallel.
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
