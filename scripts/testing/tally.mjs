import { performance } from 'node:perf_hooks'
import { secondsSince } from '../run-program.mjs'

/** Counts of all steps, and one line per step for the summary. */
export function newTally() {
  return { passed: 0, failed: 0, skipped: 0, lines: [], failures: [] }
}

/**
 * Runs `work`, which returns `{ passed, failed, skipped?, failures? }`, under a heading and adds its counts.
 * `failures`: a line for each failed test, which the summary repeats.
 */
export async function step(tally, title, work) {
  console.log(`\n== ${title}`)
  const start = performance.now()
  const counted = await work().catch(asFailed)
  const { passed, failed, skipped = 0, failures = [] } = counted
  tally.passed += passed
  tally.failed += failed
  tally.skipped += skipped
  tally.failures.push(...failures)
  tally.lines.push(
    `${failed ? 'FAILED' : 'ok    '}  ${secondsSince(start).padStart(8)}  ${title}: ${inWords(counted)}`,
  )
  return failed === 0
}

function asFailed(error) {
  console.log(`FAILED  ${error.stack}`)
  return { passed: 0, failed: 1 }
}

export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
