// Makes the software bill of materials (CycloneDX) from package-lock.json: every package that the built
// product uses. `npm sbom --omit dev` would leave out much of it, such as Fastify and React.
import { createHash } from 'node:crypto'

const isWorkspace = (path) => path !== '' && !path.includes('node_modules/')

/**
 * The document for a parsed lock file. The same lock file always gives the same document, without time or
 * random number.
 */
export function sbomOf(lock) {
  const reached = reachedFrom(lock.packages)
  const product = lock.packages['apps/server']
  const components = new Map()
  const dependencies = new Map()
  for (const [path, needs] of [...reached].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ref = isWorkspace(path) ? PRODUCT : refOf(path, lock.packages[path])
    if (ref !== PRODUCT) components.set(ref, componentOf(path, lock.packages[path]))
    const known = dependencies.get(ref) ?? new Set()
    for (const need of needs) if (!isWorkspace(need)) known.add(refOf(need, lock.packages[need]))
    dependencies.set(ref, known)
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf([...components.keys()].join('\n'))}`,
    version: 1,
    metadata: {
      component: { 'bom-ref': PRODUCT, type: 'application', name: product.name, version: product.version },
    },
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
  }
}

const PRODUCT = 'product'

/**
 * Finds all run-time dependencies of the workspaces; maps the path of each package to the paths of those that
 * it needs.
 */
function reachedFrom(packages) {
  const reached = new Map()
  const waiting = Object.keys(packages).filter(isWorkspace)
  // Starts with the root's optional dependencies, because one of them is the project's own Node.
  waiting.push(...resolveAll(packages, '', Object.keys(packages[''].optionalDependencies ?? {})))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    )
    const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
    const needs = resolveAll(packages, path, names)
    reached.set(path, needs)
    waiting.push(...needs)
  }
  return reached
}

const resolveAll = (packages, from, names) => names.flatMap((name) => resolve(packages, from, name) ?? [])

/** Resolves a package like Node, in the nearest node_modules upwards; undefined for a missing optional package. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = packages[path]
    if (entry) return entry.link ? entry.resolved : path
    if (folder === '') return undefined
  }
}

const nameOf = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const refOf = (path, entry) => `${nameOf(path, entry)}@${entry.version}`

function componentOf(path, entry) {
  const name = nameOf(path, entry)
  return {
    'bom-ref': refOf(path, entry),
    type: 'library',
    name,
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
    ...(entry.license ? { licenses: [licenseOf(entry.license)] } : {}),
    ...(entry.integrity ? { hashes: entry.integrity.split(' ').map(hashOf) } : {}),
  }
}

const licenseOf = (license) =>
  /[ ()]/.test(license) ? { expression: license } : { license: { id: license } }

function hashOf(integrity) {
  const [algorithm, base64] = integrity.split(/-(.*)/)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }
}

function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
