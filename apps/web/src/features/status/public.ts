export { StatusLegend } from './StatusLegend.tsx'
export { StatusPanel } from './StatusPanel.tsx'
export { useReasons } from './use-status.ts'
