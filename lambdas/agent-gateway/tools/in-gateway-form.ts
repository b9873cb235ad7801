import { type CallTool, ToolFailure } from '@signet/mcp'
import { sameCall } from './failures.ts'

const argumentsIn = (args: unknown): Readonly<Record<string, unknown>> =>
  typeof args === 'object' && args !== null ? { ...args } : {}

const RETRIED_CODES: readonly string[] = ['RATE_LIMITED', 'INTERNAL']

/** Renames `retry_after_s` to `retry_after`. A failure that a retry can fix gets the same call as its next call. */
export const inGatewayForm =
  (call: CallTool): CallTool =>
  async (tool, args, context) => {
    const outcome = await call(tool, args, context)
    if (!(outcome instanceof ToolFailure)) return outcome
    const { retry_after_s: wait, hint, ...body } = outcome.body
    const addsNextCall = body.next === undefined && RETRIED_CODES.includes(body.code)
    return new ToolFailure({
      ...body,
      hint: hint.replace('retry_after_s', 'retry_after'),
      ...(addsNextCall ? sameCall({ tool: tool.name, args: argumentsIn(args) }) : {}),
      ...(wait === undefined ? {} : { retry_after: wait }),
    })
  }
