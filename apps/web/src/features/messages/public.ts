export { isWithoutText, takeTemplate } from './draft.ts'
export { JapaneseBody } from './JapaneseBody.tsx'
export { useAlertTypes } from './use-alert-types.ts'
