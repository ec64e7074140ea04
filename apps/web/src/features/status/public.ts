export { StatusLegend } from './StatusLegend.tsx'
export { StatusPanel } from './StatusPanel.tsx'
