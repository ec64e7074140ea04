import { NoAnswer } from './dns.ts'

/** `note`: mails arrive, but something could be better or was not checked. */
export type Finding = { result: 'ok' | 'note' | 'wrong'; about: string; says: string }

/** Makes the findings about one thing. */
export const findingsAbout = (about: string) => ({
  ok: (says: string): Finding => ({ result: 'ok', about, says }),
  note: (says: string): Finding => ({ result: 'note', about, says }),
  wrong: (says: string): Finding => ({ result: 'wrong', about, says }),
})

export type About = ReturnType<typeof findingsAbout>

/** Runs one check; without an answer of DNS that is what it found. */
export async function check(about: string, run: (about: About) => Promise<Finding>): Promise<Finding> {
  const findings = findingsAbout(about)
  try {
    return await run(findings)
  } catch (error) {
    if (error instanceof NoAnswer) return findings.wrong(error.message)
    throw error
  }
}
