import { describe, expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { MINUTE_MS, withinWindow } from '../../support/clock-windows.ts'
import { INTENTION, newUser, type User, userOf } from './gateway-world.ts'

/** Tools, their calls per minute, and arguments that are refused at once, so that none costs anything. */
const RATES: readonly (readonly [string, number, object])[] = [
  ['scaffold_classify', 10, { intention: INTENTION }],
  ['agent_memory', 10, { role: 'cto' }],
  ['scaffold_update', 5, { id: '0'.repeat(64), files: [] }],
  ['scaffold_status', 10, { id: '0'.repeat(64) }],
  ['agent_loop_start', 5, { intention: INTENTION, spreadType: 'no_spread' }],
]

/** Uses a tool one time more than its rate allows. */
const exceed = async ({ use }: User, [tool, requests, args]: (typeof RATES)[number]) => {
  const codes: unknown[] = []
  for (let nth = 0; nth < requests; nth++) codes.push((await use(tool, args)).failure.code)
  return { codes, refused: await use(tool, args) }
}

/** Enough for the calls of one tool. */
const NEEDED_MS = 30_000

describe('rates', () => {
  verifies('PLA-8-9', 'are enforced by key and tool with RATE_LIMITED, retry_after and the same call', async () => {
    const user = await newUser()
    const other = await userOf(user.person)
    for (const rate of RATES) {
      const [tool, , args] = rate
      await withinWindow(MINUTE_MS, NEEDED_MS, async () => {
        const { codes, refused } = await exceed(user, rate)
        expect([tool, codes.includes('RATE_LIMITED')]).toEqual([tool, false])
        expect([tool, refused.isError, refused.failure]).toMatchObject([
          tool,
          true,
          { code: 'RATE_LIMITED', retry_after: expect.any(Number), next: { tool, arguments: args } },
        ])
        expect((await other.use(tool, args)).failure.code).not.toBe('RATE_LIMITED')
      })
    }
  })
})
