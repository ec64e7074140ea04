export { applyTemplate, isWithoutText } from './draft.ts'
export { JapaneseBody } from './JapaneseBody.tsx'
export { LazyCreateMessage } from './LazyCreateMessage.ts'
export { useAlertTypes } from './use-alert-types.ts'
