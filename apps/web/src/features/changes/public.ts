export { StateBadge } from './ChangeState.tsx'
