import type { TestProject } from 'vitest/node'
import { openRunFolder } from '../apps/server/testing/run-folder.ts'
import { errorsIn, prepareData, startBuiltServer } from './support/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built product with its demo data. */
    baseUrl: string
    /** A service token with every scope. */
    serviceToken: string
  }
}

export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const run = openRunFolder()
  await prepareData(run.folder)
  const server = await startBuiltServer()
  project.provide('baseUrl', server.url)
  project.provide('serviceToken', server.token)
  return async () => {
    await server.stop()
    run.remove()
    const errors = errorsIn(server.log())
    if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
  }
}
