export { MaintenanceStrip } from './MaintenanceStrip.tsx'
