export { renderTestMail } from './render-test-mail.ts'
