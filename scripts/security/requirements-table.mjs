// Reads docs/security-asvs.md: one row per requirement, `number | level | shown by`.

/** Returns `{ number, level, shownBy }` for each row. */
export function readTable(text) {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.*) \|$/gm)].map(
    ([, number, level, shownBy]) => ({
      number,
      level: Number(level),
      shownBy,
    }),
  )
}

/** Returns one sentence per fault. `readTest` returns a file's text, or undefined if it does not exist. */
export function whatIsWrongWith(rows, { level1, level2 }, readTest) {
  const levels = new Map([...level1.map((number) => [number, 1]), ...level2.map((number) => [number, 2])])
  return [...levels].flatMap(([number, level]) => {
    const [row, ...others] = rows.filter((each) => each.number === number)
    if (!row) return [`${number} is missing`]
    if (others.length > 0) return [`${number} is there twice`]
    if (row.level !== level) return [`${number} is of level ${level}`]
    return faultsOf(row, readTest)
  })
}

function faultsOf({ number, shownBy }, readTest) {
  if (/^(n\/a|not met): \S/.test(shownBy)) return []
  const [, file, title] = /^`([^`]+\.test\.(?:ts|tsx|mjs))` (.+)$/.exec(shownBy) ?? []
  if (!file) return [`${number} names neither a test nor a reason`]
  const text = readTest(file)
  if (text === undefined) return [`${number}: there is no ${file}`]
  return hasTest(text, title) ? [] : [`${number}: ${file} has no test '${title}'`]
}

/** Finds a test's title, quoted in any style, after the parenthesis of the call or on a line of its own. */
function hasTest(text, title) {
  const literal = title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1,`).test(text)
}
