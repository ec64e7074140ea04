import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder, runProgram, StepFailed } from './run-program.mjs'

const stampFile = join(projectFolder, 'node_modules/.aviary-install')
const unfinished = 'an installation has begun'
const bundledNode = join(projectFolder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)

/** The Node.js that runs the project: the project's own, or the machine's if that is new enough. */
export function projectNode() {
  if (existsSync(bundledNode)) return bundledNode
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new StepFailed(
    `The project's own Node.js 24 is not installed for ${process.platform} ${process.arch}. ` +
      'Run "npm install --no-save --include=optional", or use Node.js 24 or newer on this machine.',
  )
}

export async function ensureInstalled() {
  const stamp = hashOfManifests()
  const installedStamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
  if (installedStamp === stamp) return
  console.log('Installing… (once, and again when the dependencies change)')
  if (installedStamp === unfinished) removeInstalled()
  mkdirSync(join(projectFolder, 'node_modules'), { recursive: true })
  writeFileSync(stampFile, unfinished)
  const [command, ...args] = npmCommand()
  const { code } = await runProgram(command, [...args, ...installArguments])
  if (code !== 0) {
    throw new StepFailed(
      'The packages could not be installed; npm says why above. Check that the npm registry can be reached, ' +
        'and after a change of package.json run "npm install" once. Then try again.',
    )
  }
  projectNode()
  writeFileSync(stampFile, stamp)
}

// npm treats a half-unpacked package as complete, so an interrupted installation is removed first.
function removeInstalled() {
  for (const folder of manifestFolders()) {
    rmSync(join(projectFolder, folder, 'node_modules'), { recursive: true, force: true })
  }
}

// `npm ci` is unsuitable: it refuses if the registry lacks an optional package of another platform. With
// --no-save the lock file still decides every version and stays unchanged.
// The log level hides engine warnings: some packages ask for a newer Node than npm runs on, but the project's
// own Node will run them.
const installArguments = [
  'install',
  '--no-save',
  '--loglevel=error',
  '--include=dev',
  '--include=optional',
  '--engine-strict=false',
  '--no-audit',
  '--no-fund',
]

// Uses the Node that runs npm, because the project's own is about to be replaced.
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') && node ? [node, npm] : ['npm']
}

function hashOfManifests() {
  const hash = createHash('sha256')
    .update(`${process.platform} ${process.arch}`)
    .update(read('package-lock.json'))
  for (const folder of manifestFolders()) {
    const { scripts: _, ...manifest } = JSON.parse(read(join(folder, 'package.json')))
    hash.update(JSON.stringify(manifest))
  }
  return hash.digest('hex')
}

function manifestFolders() {
  return ['.', ...foldersIn('packages'), ...foldersIn('apps')]
}

function foldersIn(parent) {
  const folders = readdirSync(join(projectFolder, parent)).map((name) => join(parent, name))
  return folders.filter((folder) => existsSync(join(projectFolder, folder, 'package.json'))).sort()
}

function read(file) {
  return readFileSync(join(projectFolder, file), 'utf8')
}
