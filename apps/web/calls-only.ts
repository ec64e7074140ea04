import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@aviary/contract/endpoint'
import type { Plugin } from 'vite'

const ENDPOINTS = /\/packages\/contract\/src\/.*endpoints\.ts$/
const ZOD = /^zod(\/|$)/

/**
 * Leaves of each endpoint what the browser needs to make the call, as plain data without its schemas (ADR 56). A
 * build that would need a schema, and with it zod, fails.
 */
export function callsOnly(): Plugin {
  let isBuild = false
  return {
    name: 'calls-only',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: {
      filter: { id: ZOD },
      handler(_, importer = '') {
        if (!isBuild) return
        this.error(`${importer} imports zod, so the web app must import only its types`)
      },
    },
    load: {
      filter: { id: ENDPOINTS },
      async handler(id) {
        // The time makes Node read a changed file again.
        const module = (await import(`${pathToFileURL(id)}?${Date.now()}`)) as Record<string, unknown>
        return Object.entries(module)
          .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
          .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(callOf(endpoint))}`)
          .join('\n')
      },
    },
  }
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'takesBody' in value

const callOf = ({ summary, params, query, body, answer, ...call }: Endpoint) => call
