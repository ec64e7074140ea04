import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOfMessage } from './commit-message.mjs'
import { projectFolder } from './run-program.mjs'

const person = { name: 'Test', email: 'test@aviary.invalid' }
const hasGit = spawnSync('git', ['--version']).status === 0

/**
 * Environment without variables of git, so that the tests do not depend on the surrounding repository and
 * configuration.
 */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  ...{ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: person.name, GIT_AUTHOR_EMAIL: person.email },
  ...{ GIT_COMMITTER_NAME: person.name, GIT_COMMITTER_EMAIL: person.email },
}

let repository
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'aviary-commit-message-'))
})
afterAll(() => rmSync(repository, { recursive: true, force: true }))

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const commit = (message) => git('commit', '--allow-empty', '--message', message)
const subjects = () => git('log', '--format=%s').output.trim().split('\n')

const SEVENTY_TWO = `fix(push): ${'x'.repeat(61)}`

test.each([
  'fix(push): drop a stream before writing to it',
  'test: show four faults that no test found',
  'feat(contract)!: name a refused record by its place',
  'docs(operations): Jira before mail\n\nA reason.\nOf two lines.',
  'fix(push): drop a stream\r\n\r\nA reason.\r\n',
  '\n\nfix(push): drop a stream\n# Please enter the commit message for your changes.\n# On branch main',
  'fix(push): drop a stream\n# ------------------------ >8 ------------------------\ndiff --git a/a b/a',
  SEVENTY_TWO,
  "Merge branch 'leftovers'",
  'Merge pull request #12 from a/branch',
  'Revert "fix(push): drop a stream before writing to it, however long its own subject has become"',
  'fixup! fix(push): drop a stream',
  '# Please enter the commit message for your changes.',
])('%j has no fault', (message) => {
  expect(faultsOfMessage(message)).toEqual([])
})

test.each([
  ['Drop a stream', ['as `type(scope): summary`']],
  ['fix(push):', ['as `type(scope): summary`']],
  ['fix(push):drop a stream', ['as `type(scope): summary`']],
  ['fix (push): drop a stream', ['as `type(scope): summary`']],
  ['fix(): drop a stream', ['as `type(scope): summary`']],
  ['Fix(push): drop a stream', ['as `type(scope): summary`']],
  ['Merge what is left', ['as `type(scope): summary`']],
  ['mend(push): drop a stream', ['"mend" is not a type. Use one of: feat, fix, perf']],
  [`${SEVENTY_TWO}x`, ['it has 73 characters, 72 at most']],
  ['fix(push): drop a stream.', ['Remove the period']],
  ['fix(push): drop a stream\nA reason.', ['Put an empty line']],
  ['Drop a stream.\nA reason.', ['as `type(scope): summary`', 'Remove the period', 'Put an empty line']],
])('%j is refused, with what to mend', (message, faults) => {
  expect(faultsOfMessage(message)).toEqual(faults.map((fault) => expect.stringContaining(fault)))
})

describe.skipIf(!hasGit)('the hook', () => {
  beforeAll(() => {
    git('init', '--initial-branch=main')
    git('config', 'core.hooksPath', join(projectFolder, '.githooks'))
  })

  test('lets a good message pass, and names the faults of a bad one', () => {
    expect(commit('fix(push): drop a stream before writing to it')).toMatchObject({ status: 0 })

    const refused = commit('Dropped a stream.')
    expect(refused.status).toBe(1)
    expect(refused.output).toContain('The commit message is refused: Dropped a stream.\n- Write the subject')
    expect(refused.output).toContain('- Remove the period')
    expect(subjects()).toEqual(['fix(push): drop a stream before writing to it'])
  })

  test('lets messages that git writes itself pass', () => {
    git('switch', '--create', 'other')
    writeFileSync(join(repository, 'note.txt'), 'A note.\n')
    git('add', 'note.txt')
    expect(commit('test: write on a branch')).toMatchObject({ status: 0 })
    git('switch', 'main')
    expect(git('merge', '--no-ff', '--no-edit', 'other')).toMatchObject({ status: 0 })
    expect(git('revert', '--no-edit', '--mainline=1', 'HEAD')).toMatchObject({ status: 0 })
    expect(subjects().slice(0, 2)).toEqual(['Revert "Merge branch \'other\'"', "Merge branch 'other'"])
  })

  test('lets a commit pass without node_modules, and says that it checked nothing', () => {
    cpSync(join(projectFolder, '.githooks'), join(repository, '.githooks'), { recursive: true })
    git('config', 'core.hooksPath', '.githooks')
    const output = 'commit-msg: message not checked, because node_modules is missing'
    expect(commit('Dropped a stream.')).toEqual({ status: 0, output: expect.stringContaining(output) })
  })
})
