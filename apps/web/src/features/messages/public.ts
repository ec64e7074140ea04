export { takeTemplate } from './draft.ts'
export { useAlertTypes } from './use-alert-types.ts'
