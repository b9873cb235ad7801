import { reply } from '@signet/contracts'
import { type Route, refusal, route } from '@signet/kernel'
import { getPlatformHealth } from '../contract/health.ts'
import { checkSiblings, type HealthDeps } from './check-siblings.ts'

/** The health of the platform and its siblings (spec platform-api 4.1). */
export const healthRoute = (deps: HealthDeps): Route =>
  route(getPlatformHealth, async () => {
    const health = await checkSiblings(deps)
    const headers = { 'cache-control': 'no-store' }
    if (health.status === 'healthy') return reply(200, health, headers)
    const extras = { ...health }
    return refusal('degraded', 'A required service does not respond', { extras, headers })
  })
