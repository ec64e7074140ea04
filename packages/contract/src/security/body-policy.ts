import { BODY_POLICY, type MarkupPolicy } from '../incidents/body-policy.ts'

const { h1: _h1, h2: _h2, ...blocks } = BODY_POLICY.blocks

/** Pixels or percent, never zero. */
const WIDTH = /^[1-9]\d{0,3}%?$/
/** Class of a header line; other classes could pick up styles of the surrounding page. */
const HEADER_CLASSES = ['mail-header']

/**
 * Allowed markup of a security mail: no script, no style that could hide text, no image that would tell another
 * host who reads it (ADR 24). The server applies it to input, the browser to what it shows.
 */
export const MAIL_BODY_POLICY = {
  tags: [...BODY_POLICY.tags, 'h1', 'h2'],
  attributes: {
    a: ['href'],
    h1: ['class'],
    h2: ['class'],
    h3: ['class'],
    h4: ['class'],
    table: ['width'],
    th: ['width', 'colspan', 'rowspan'],
    td: ['width', 'colspan', 'rowspan'],
  },
  values: { ...BODY_POLICY.values, width: WIDTH },
  classes: { h1: HEADER_CLASSES, h2: HEADER_CLASSES, h3: HEADER_CLASSES, h4: HEADER_CLASSES },
  schemes: BODY_POLICY.schemes,
  blocks,
} as const satisfies MarkupPolicy
