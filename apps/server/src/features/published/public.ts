export { getPublicId } from './public-id.ts'
