export { StatusPanel } from './StatusPanel.tsx'
export { useIsEmpty, useReasons } from './use-status.ts'
