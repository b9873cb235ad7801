import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type MeterReading, type Route, route } from '@signet/kernel'
import type { Meters } from '@signet/ledger'
import { getUsage } from '../contract/usage.ts'

/** More than the limit was used where the tier has changed since; it is told as it is. */
const shown = ({ used, limit }: MeterReading) => ({ used, limit })

/** What was used of the tier (spec platform-api 4.3). */
export const usageRoute = ({ meters }: { readonly meters: Meters }): Route =>
  route(getUsage, async ({ caller }) => {
    const { tier, readings, cycleEndsAt } = await meters.read(scopesOf(caller))
    const body = {
      scaffolds: shown(readings.scaffolds),
      images: shown(readings.images),
      tier,
      cycle_ends_at: cycleEndsAt.toISOString(),
    }
    return reply(200, body, { 'cache-control': 'no-store' })
  })
