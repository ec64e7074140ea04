import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import { openSanitizer } from '../../../shared/sanitize.ts'

/** Removes everything from a mail's body that the policy does not allow, as the server does. */
export const sanitizeEmailBody = openSanitizer(MAIL_BODY_POLICY)
