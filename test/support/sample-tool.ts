import { type Caller, refusal } from '@signet/kernel'
import { defineTool, type Tool, type ToolContext, ToolFailure } from '@signet/mcp'
import * as z from 'zod'
import { createLog } from '../../layers/kernel/src/log.ts'

/** A tool that echoes, fails or breaks. */
export const echoTool: Tool = defineTool({
  name: 'echo',
  id: 'house.echo',
  title: 'Echo',
  description: 'Says what it was told.',
  scope: 'read',
  input: z.strictObject({ say: z.string().min(1), times: z.int().min(1).max(3).default(1) }),
  output: z.object({ said: z.string() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  rate: { requests: 2, window: '1m', by: 'caller' },
  async run({ say, times }) {
    if (say === 'fail') return new ToolFailure({ code: 'NO', message: 'no\u202e', hint: 'say yes', retry_after_s: 3 })
    if (say === 'break') throw new Error('a secret')
    return { text: say.repeat(times), output: { said: say.repeat(times) } }
  },
})

export const secondTool: Tool = { ...echoTool, name: 'another', id: 'house.another' }

export const loggedLines: unknown[] = []

export const contextFor = (caller: Partial<Caller> = {}): ToolContext => ({
  caller: { kind: 'key', tenantId: 't', scopes: ['read'], rateKey: 'k', ...caller },
  log: createLog({ write: (line) => loggedLines.push(line) }),
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  signal: new AbortController().signal,
  baseUrl: 'https://agents.example',
  images: 'inline',
})

/** Returns a limiter that permits this many requests. */
export const limiterOf = (maxRequests: number) => {
  let requestCount = 0
  return async () => {
    requestCount += 1
    if (requestCount > maxRequests) throw refusal('rate_limited', 'At most a few', { headers: { 'retry-after': '9' } })
    return { headers: {}, release: async () => undefined }
  }
}

export const hasScope = ({ scopes }: Caller, scope: string): boolean => scopes.includes(scope)
