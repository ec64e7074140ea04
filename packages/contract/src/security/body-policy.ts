import { BODY_POLICY, type MarkupPolicy } from '../incidents/body-policy.ts'

const { h1: _h1, h2: _h2, ...blocks } = BODY_POLICY.blocks

/** Pixels or percent, and never nothing at all. */
const WIDTH = /^[1-9]\d{0,3}%?$/
/** Of a header line; any other class could take on a style of the page that shows it. */
const HEADER_CLASSES = ['mail-header']

/**
 * What the body of a security mail may contain, and nothing else: no script, no style that could hide text, no image that
 * would tell another host who reads (ADR 24). The server holds it against what comes in, the browser against what it shows.
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
