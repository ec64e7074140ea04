import { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'use a text',
  number: 'use a number',
  int: 'use a whole number',
  boolean: 'use true or false',
  array: 'use a list',
  object: 'use an object',
  record: 'use an object',
}

type Issue = z.core.$ZodRawIssue

/**
 * Error text for an input whose schema defines none: says what to send, without schema terms. A missing field
 * gets the schema's text for an empty value.
 */
function inputWords(issue: Issue): string | undefined {
  const { code, input } = issue
  if (code === 'invalid_type') {
    if (input === undefined) return wordsOfEmpty(issue) ?? 'is required'
    return KINDS[issue.expected] ?? `use ${issue.expected}`
  }
  if (code === 'invalid_value') {
    const choice = `use ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    return input === undefined ? `is required: ${choice}` : choice
  }
  if (code === 'invalid_union' && input === undefined) return 'is required'
  return code === 'too_big' || code === 'too_small' ? wordsOfSize(issue) : undefined
}

type SizeIssue = Extract<Issue, { code: 'too_big' | 'too_small' }>

function wordsOfSize(issue: SizeIssue): string | undefined {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string')
      return issue.minimum > 1 ? `use at least ${issue.minimum} characters` : 'is empty'
    if (issue.origin === 'array') return issue.minimum > 1 ? `name at least ${issue.minimum}` : 'is empty'
    return issue.origin === 'number' || issue.origin === 'int' ? `use at least ${issue.minimum}` : undefined
  }
  if (issue.origin === 'string') return `is longer than ${issue.maximum} characters: shorten it`
  if (issue.origin === 'array') return `has more than ${issue.maximum}: send fewer`
  return issue.origin === 'number' || issue.origin === 'int' ? `use at most ${issue.maximum}` : undefined
}

type Check = { check?: string; minimum?: unknown; error?: z.core.$ZodErrorMap | undefined }

/** The schema's own error text for an empty string or list, taken from its check for minimum length 1. */
function wordsOfEmpty(issue: Issue): string | undefined {
  const checks = (issue.inst as z.core.$ZodType | undefined)?._zod.def.checks ?? []
  const least = checks
    .map(({ _zod }) => _zod.def as Check)
    .find(({ check, minimum }) => check === 'min_length' && minimum === 1)
  const message = least?.error?.(issue)
  return typeof message === 'string' ? message : message?.message
}

// Applies to every schema of this process.
z.config({ customError: inputWords })
