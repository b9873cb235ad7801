import { reply } from '@signet/contracts'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { downgrade } from '../contract/billing.ts'
import { endPlan } from '../plans/end-plan.ts'
import { type BillingDeps, orFailed, organisationOf, tierOf, whyNotManage } from './deps.ts'

/** Returns to the free tier (spec platform-api 3 and 4.10). */
export const downgradeRoute = (deps: BillingDeps): Route =>
  route(downgrade, async ({ caller, log }) => {
    const mayNot = await whyNotManage(deps, caller)
    if (mayNot) return mayNot
    const org = organisationOf(caller)
    const previousTier = await tierOf(deps, org)
    if (previousTier === 'free')
      return refusal('already_free', 'The organisation is free already: there is no plan to end')
    const processor = await deps.load()
    const customers = deps.customersOf(processor.mode)
    const ending = await orFailed(log, () => endPlan({ ...deps, processor, customers })(org))
    if (ending instanceof Refusal) return ending
    log.info('a plan was ended', { org_id: org, ...ending })
    return reply(200, { ok: true as const, previousTier, ...ending }, { 'cache-control': 'no-store' })
  })
