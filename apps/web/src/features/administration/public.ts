/** The parts of this feature that other features may import. */
export { AdministrationFrame } from './AdministrationFrame.tsx'
