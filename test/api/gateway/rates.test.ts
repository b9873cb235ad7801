import { describe, expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { INTENTION, newUser, userOf } from './gateway-world.ts'
import { atStartOfWindow } from './window.ts'

/** Tools, their calls a minute, and arguments that are refused at once, so that none costs anything. */
const RATES: readonly (readonly [string, number, object])[] = [
  ['scaffold_classify', 10, { intention: INTENTION }],
  ['agent_memory', 10, { role: 'cto' }],
  ['scaffold_update', 5, { id: '0'.repeat(64), files: [] }],
  ['scaffold_status', 10, { id: '0'.repeat(64) }],
  ['agent_loop_start', 5, { intention: INTENTION, spreadType: 'no_spread' }],
]

describe('rates', () => {
  verifies('PLA-8-9', 'RATE_LIMITED with retry_after and the same call, by key and by tool', async () => {
    const { person, use } = await newUser()
    const other = await userOf(person)
    for (const [tool, requests, args] of RATES) {
      await atStartOfWindow()
      const codes: unknown[] = []
      for (let nth = 0; nth < requests; nth++) codes.push((await use(tool, args)).failure.code)
      expect([tool, codes.includes('RATE_LIMITED')]).toEqual([tool, false])
      const { isError, failure } = await use(tool, args)
      expect([tool, isError, failure]).toMatchObject([
        tool,
        true,
        { code: 'RATE_LIMITED', retry_after: expect.any(Number), next: { tool, arguments: args } },
      ])
      expect((await other.use(tool, args)).failure.code).not.toBe('RATE_LIMITED')
    }
  })
})
