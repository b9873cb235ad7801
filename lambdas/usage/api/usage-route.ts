import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type MeterReading, type Route, route } from '@signet/kernel'
import type { Meters } from '@signet/ledger'
import { getUsage } from '../contract/usage.ts'

/** Usage may exceed the limit if the tier has changed; the actual number is reported. */
const meterView = ({ used, limit }: MeterReading) => ({ used, limit })

/** Returns the usage of the tier (spec platform-api 4.3). */
export const usageRoute = ({ meters }: { readonly meters: Meters }): Route =>
  route(getUsage, async ({ caller }) => {
    const { tier, readings, cycleEndsAt } = await meters.read(scopesOf(caller))
    const body = {
      scaffolds: meterView(readings.scaffolds),
      images: meterView(readings.images),
      evidence_validations: meterView(readings.evidence_validations),
      evidence_gap_fills: meterView(readings.evidence_gap_fills),
      tier,
      cycle_ends_at: cycleEndsAt.toISOString(),
    }
    return reply(200, body, { 'cache-control': 'no-store' })
  })
