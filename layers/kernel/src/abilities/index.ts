export { ABILITIES } from './abilities.ts'
export type { LocalStandIn } from './ability.ts'
