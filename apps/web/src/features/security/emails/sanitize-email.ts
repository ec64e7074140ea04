import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import { openSanitizer } from '../../../shared/sanitize.ts'

/** A security mail's body with nothing in it but what the policy names: what the server keeps of it, said here as well. */
export const sanitizeEmailBody = openSanitizer(MAIL_BODY_POLICY)
