export { applyTemplate, isWithoutText } from './draft.ts'
export { JapaneseBody } from './JapaneseBody.tsx'
export { useAlertTypes } from './use-alert-types.ts'
