import { callTool, ToolFailure } from '@signet/mcp'
import { describe, expect, it } from 'vitest'
import { contextFor, echoTool, hasScope, limiterOf, loggedLines } from '../../support/sample-tool.ts'

const callEcho = async (args: unknown, { most: remainingCalls = 9, scopes = ['read'] } = {}) => {
  const outcome = await callTool({ limit: limiterOf(remainingCalls), hasScope })(echoTool, args, contextFor({ scopes }))
  return outcome instanceof ToolFailure ? outcome.body : outcome
}

describe('call of a tool', () => {
  it('a tool gets its arguments with defaults, and hidden characters are removed from its texts', async () => {
    expect(await callEcho({ say: 'a\u200b\u{E0041}b', times: 2 })).toEqual({ text: 'abab', output: { said: 'abab' } })
    expect(await callEcho({ say: 'x' })).toMatchObject({ text: 'x' })
  })

  it('a refusal names every invalid argument', async () => {
    const { code, message } = (await callEcho({ say: '', times: 4, more: 1 })) as { code: string; message: string }
    expect(code).toBe('INVALID_ARGUMENTS')
    expect(message).toBe('say must not be empty; times must be at most 3 (got 4); more is not a known field')
    expect(await callEcho(undefined)).toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  it('a call needs the scope of the tool and the capacity of its rate', async () => {
    expect(await callEcho({ say: 'x' }, { scopes: ['generate'] })).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    expect(await callEcho({ say: 'x' }, { most: 0 })).toMatchObject({ code: 'RATE_LIMITED', retry_after_s: 9 })
  })

  it('a failure is returned cleaned, and an exception is only logged', async () => {
    expect(await callEcho({ say: 'fail' })).toEqual({ code: 'NO', message: 'no', hint: 'say yes', retry_after_s: 3 })
    const broken = await callEcho({ say: 'break' })
    expect(broken).toMatchObject({ code: 'INTERNAL' })
    expect(JSON.stringify(broken)).not.toContain('secret')
    expect(JSON.stringify(loggedLines)).toContain('a secret')
  })
})
