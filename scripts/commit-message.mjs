// Refuses a commit message whose form differs from CONTRIBUTING.md. .githooks/commit-msg calls it with the
// message's file.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'style', 'revert']
const longestSubject = 72 // characters
const form = /^([a-z]+)(?:\([a-z0-9-]+\))?!?: \S/
const madeByGit =
  /^(?:Merge (?:branch|branches|tag|commit|remote-tracking branch|pull request) |(?:Revert|Reapply) "|(?:fixup|squash|amend)! )/
/** `git commit --verbose` puts the diff below this line. */
const scissors = /^# -+ >8 -+$/m

/** Returns one sentence per fault; none for an empty message, which git itself refuses. */
export function faultsOfMessage(message) {
  const [subject = '', next = ''] = linesOf(message)
  if (subject === '' || madeByGit.test(subject)) return []
  const [, type] = form.exec(subject) ?? []
  const length = [...subject].length
  return [
    type === undefined && 'Write the subject as `type(scope): summary`; the scope may be left out.',
    type && !types.includes(type) && `"${type}" is not a type. Use one of: ${types.join(', ')}.`,
    length > longestSubject && `Shorten the subject: it has ${length} characters, ${longestSubject} at most.`,
    subject.endsWith('.') && 'Remove the period at the end of the subject.',
    next !== '' && 'Put an empty line between the subject and the body.',
  ].filter(Boolean)
}

/** Lines from the subject on, without comments and trailing spaces, as git stores them. */
function linesOf(message) {
  const lines = message.split(scissors)[0].split(/\r?\n/)
  const kept = lines.filter((line) => !line.startsWith('#')).map((line) => line.trimEnd())
  const first = kept.findIndex((line) => line !== '')
  return first < 0 ? [] : kept.slice(first)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const message = readFileSync(process.argv[2], 'utf8')
  const faults = faultsOfMessage(message)
  if (faults.length > 0) {
    console.error(`The commit message is refused: ${linesOf(message)[0]}`)
    for (const fault of faults) console.error(`- ${fault}`)
    process.exitCode = 1
  }
}
