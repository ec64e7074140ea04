import fc from 'fast-check'

const LONG = 10_000

/** Texts that have broken programs before. */
const TEXTS: readonly string[] = [
  `'; drop table incidents; --`,
  `" or ""="`,
  '%',
  '_',
  '100%_\\',
  '\\',
  `\\'`,
  '{{x}}',
  '{{company_id}} {{',
  `\${process.exit(1)}`,
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p>unclosed <b>',
  '&lt;b&gt;&amp;&#x0;',
  'javascript:alert(1)',
  '../../../etc/passwd',
  'مرحبا بالعالم',
  '\u202egnp.exe\u202c',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'é\u0301\u0301\u0301',
  'ﬁİıß',
  '\ufeffx',
  '\u200b',
  '\u2028\u2029',
  'line\r\nInjected: header',
  '=cmd|calc!A1',
  'null',
  'undefined',
  '[object Object]',
  'NaN',
  '-0',
  '1e999',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30T25:61:00Z',
  ',%2C%25,',
  'x'.repeat(LONG),
  '👍'.repeat(LONG / 2),
  '(a+)+$'.repeat(50),
  '['.repeat(1_000),
]

/** Hostile texts of at most `longest` UTF-16 units, as the server counts. */
export function hostileTexts(longest: number): fc.Arbitrary<string> {
  return fc.constantFrom(...TEXTS).map((text) =>
    text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\ufffd$/, ''),
  )
}
