// Loaded before the server's sources in development and in tests. For each file of a package and each import of
// it, Node parses all `exports` of the package.json. Drizzle's are 130 KB, which took a third of the loading.
import { registerHooks } from 'node:module'

const resolved = new Map()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isInside = specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
    if (isInside && context.parentURL.endsWith('.js')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context)
    if (!resolved.has(specifier)) resolved.set(specifier, nextResolve(specifier, context))
    return { ...resolved.get(specifier), shortCircuit: true }
  },
})
