import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@aviary/contract/endpoint'
import type { Plugin } from 'vite'

const ENDPOINTS = /\/packages\/contract\/src\/.*endpoints\.ts$/
const ZOD = /^zod(\/|$)/

/**
 * Reduces each endpoint to the plain data that the browser needs for the call, without schemas (ADR 56). The
 * build fails if the web app imports zod.
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
        // The time in the URL keeps Node from returning an earlier version of the file from its module cache.
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
