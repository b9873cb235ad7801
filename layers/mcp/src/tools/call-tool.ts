import { brokenRules, ratesOf } from '@signet/contracts'
import { type Caller, type Limiter, Refusal } from '@signet/kernel'
import { cleanValue } from './clean-text.ts'
import { type Tool, type ToolContext, ToolFailure, type ToolResult } from './tool.ts'

/** The result for the caller, with hidden characters already removed. */
export type Outcome = ToolResult<Readonly<Record<string, unknown>>> | ToolFailure

export const cleanOutcome = (outcome: Outcome): Outcome => {
  if (outcome instanceof ToolFailure) return new ToolFailure(cleanValue(outcome.body))
  return { ...outcome, text: cleanValue(outcome.text), output: cleanValue(outcome.output) }
}

/** Calls one tool. Never throws: every error becomes a failure with a hint for the model. */
export type CallTool = (tool: Tool, args: unknown, context: ToolContext) => Promise<Outcome>

const invalidArguments = ({ name, input }: Tool, args: unknown): ToolFailure =>
  new ToolFailure({
    code: 'INVALID_ARGUMENTS',
    message: brokenRules(input, args, 'arguments')
      .map(({ field, message }) => `${field} ${message}`)
      .join('; '),
    hint: `Call ${name} again with arguments that match its input schema`,
  })

const insufficientScope = ({ name, scope }: Tool): ToolFailure =>
  new ToolFailure({
    code: 'INSUFFICIENT_SCOPE',
    message: `The credential cannot call ${name}: it lacks the scope ${scope}`,
    hint: `Ask the user to authorize you again with the scope ${scope}, or to give you another API key`,
  })

const rateLimited = (refused: Refusal): ToolFailure =>
  new ToolFailure({
    code: 'RATE_LIMITED',
    message: refused.message,
    hint: 'Wait retry_after_s seconds, then repeat the call',
    retry_after_s: Number(refused.headers['retry-after'] ?? 1),
  })

const internalFailure = (): ToolFailure =>
  new ToolFailure({
    code: 'INTERNAL',
    message: 'The call failed with an internal error',
    hint: 'Repeat the call once. If it fails again, inform the user',
  })

/** Counts the call against the rate of the tool, by caller and never by address, which many agents share. */
const rateFailure = async (
  limit: Limiter,
  { name, rate }: Tool,
  { caller }: ToolContext,
): Promise<ToolFailure | undefined> => {
  try {
    const route = { endpoint: { name: `tool-${name}`, rates: ratesOf(rate) } }
    await limit({ route, caller, arrival: { sourceIp: '' } }, 'requests')
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return rateLimited(error)
    throw error
  }
}

export interface CallDeps {
  readonly limit: Limiter
  readonly hasScope: (caller: Caller, scope: string) => boolean
}

/** Calls a tool after checking the caller's scope and rate. */
export const callTool =
  ({ limit, hasScope }: CallDeps): CallTool =>
  async (tool, args, context) => {
    const { name, scope, input } = tool
    if (!hasScope(context.caller, scope)) return insufficientScope(tool)
    const parsed = input.safeParse(args ?? {})
    if (!parsed.success) return invalidArguments(tool, args ?? {})
    try {
      return cleanOutcome((await rateFailure(limit, tool, context)) ?? (await tool.run(parsed.data, context)))
    } catch (error) {
      context.log.error('tool failed', { tool: name, error })
      return internalFailure()
    }
  }
