import { type Caller, Refusal } from '@signet/kernel'
import type { Milestone } from './milestone-table.ts'
import type { ResolvedModel } from './resolve-model.ts'

const UPGRADE_PATH = '/pricing'
const FRONTIER_PLANS = ['pro', 'agency']

const needsSubscription = ({ model, billedTier }: ResolvedModel): boolean =>
  model.provider !== 'edge-hosted' || billedTier === 'ultra' || billedTier === 'ultra_plus'

/**
 * The two gates of spec 5, subscription first: a caller without Pro is refused whatever the unlock state. Edge tiers
 * pass both for every plan.
 */
export const passGates = async (
  resolved: ResolvedModel,
  { plan }: Caller,
  readMilestone: () => Promise<Milestone>,
): Promise<void> => {
  if (!needsSubscription(resolved)) return
  const { id } = resolved.model
  if (!FRONTIER_PLANS.includes(plan)) {
    throw new Refusal(402, {
      error: `${id} needs an active Pro or Agency subscription`,
      code: 'plan_required',
      upgrade: UPGRADE_PATH,
    })
  }
  const { unlockedAt } = await readMilestone()
  if (unlockedAt !== undefined) return
  throw new Refusal(403, {
    error: `${id} is locked until the community milestone is reached; GET /v2/models shows the progress`,
    code: 'model_locked',
  })
}
