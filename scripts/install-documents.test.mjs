import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'

// `npm ci` of npm 11 fails, because the lock file omits optional packages of other platforms.
test.each(['docs/operations.md', 'deploy/Containerfile', 'deploy/aviary.service'])(
  '%s installs as `npm start` does, by a command that takes the lock file as it is',
  (file) => {
    const commands = readFileSync(join(projectFolder, file), 'utf8').match(
      /npm (?:ci|install)\b(?! -g| --global)[^&`\n\\]*/g,
    )
    expect(commands).not.toBeNull()
    for (const command of commands ?? []) expect(command).toContain('install --no-save')
  },
)
