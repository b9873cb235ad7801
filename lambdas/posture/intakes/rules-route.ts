import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { ruleSet } from '@signet/posture'
import type { IntakeRules } from '@signet/posture/intakes/schemas'
import type * as z from 'zod'
import { getIntakeRules } from '../contract/intakes.ts'

export const rulesRoute = (): Route =>
  route(getIntakeRules, ({ headers }) => {
    const rules = ruleSet()
    const etag = `"${rules.sha256}"`
    if (headers['if-none-match'] === etag) return reply(304, undefined, { etag })
    return reply(200, rules as unknown as z.output<typeof IntakeRules>, { etag })
  })
