/** What other features may use of this one. */
export { AdministrationFrame } from './AdministrationFrame.tsx'
