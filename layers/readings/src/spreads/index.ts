import { adrOptions } from './adr-options.ts'
import { agentSafety } from './agent-safety.ts'
import { architectureReview } from './architecture-review.ts'
import { capacityPlan } from './capacity-plan.ts'
import { classifyCast, evalGraderCast, scaffoldCast } from './casts.ts'
import { incidentRetro } from './incident-retro.ts'
import { launchReview } from './launch-review.ts'
import { premortem } from './premortem.ts'
import { pricingReview } from './pricing-review.ts'
import { privacyReview } from './privacy-review.ts'
import type { Spread } from './spread.ts'
import { threatModel } from './threat-model.ts'
import { unitEconomics } from './unit-economics.ts'
import { vendorReview } from './vendor-review.ts'

/** Built-in scripts. Each runs under its `name`. */
export const SPREADS: readonly Spread[] = [
  threatModel,
  privacyReview,
  premortem,
  launchReview,
  adrOptions,
  architectureReview,
  incidentRetro,
  unitEconomics,
  pricingReview,
  vendorReview,
  capacityPlan,
  agentSafety,
  classifyCast,
  scaffoldCast,
  evalGraderCast,
]

export const spreadOfName = (name: string): Spread | undefined => SPREADS.find((spread) => spread.name === name)
