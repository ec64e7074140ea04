export { type Erased, erasePerson } from './erase-person.ts'
export { exportPerson } from './export-person.ts'
export { type Found, findPerson, isAnywhere } from './find-person.ts'
