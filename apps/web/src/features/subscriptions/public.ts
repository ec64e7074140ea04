export { useOptionName } from './form-state.ts'
export { OptionBoxes } from './OptionBoxes.tsx'
export { useSubscriptions } from './use-subscriptions.ts'
