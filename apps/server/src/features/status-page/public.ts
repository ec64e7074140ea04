export { openKeeper } from './keeper.ts'
