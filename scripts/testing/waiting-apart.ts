import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait half a minute for the lease of a killed server to end. */
const waits = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('kill.test.ts')

/**
 * Vitest begins with the largest files. Those that mostly wait are small, so they would all end up last, with nothing left
 * to do meanwhile: they are spread instead, the first of them at the beginning.
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
