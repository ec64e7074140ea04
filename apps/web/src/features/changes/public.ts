export { StateBadge } from './ChangeState.tsx'
export { cutText } from './cut-text.ts'
