import { BODY_POLICY, type MarkupPolicy } from '../incidents/body-policy.ts'

const { h1: _h1, h2: _h2, ...blocks } = BODY_POLICY.blocks

/** Width in pixels or percent; zero would hide the text. */
const WIDTH = /^[1-9]\d{0,3}%?$/
/**
 * The only allowed class, for header lines; other classes could match styles of the page that shows the mail.
 */
const HEADER_CLASSES = ['mail-header']

/**
 * Allowed HTML of a security mail: no scripts, no styles that could hide text, no images. Loading an image
 * would reveal to its host who reads the mail (ADR 24). Server and browser both sanitize by this policy.
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
