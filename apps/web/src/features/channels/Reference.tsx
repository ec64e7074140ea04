import { ReferenceLink } from '../deliveries/public.ts'

/** What an event is about: a link to the incident or maintenance; a test is about neither. */
export const Reference = ({ reference }: { reference: string }) =>
  /^[A-Z]+-\d+$/i.test(reference) ? <ReferenceLink reference={reference} /> : reference
