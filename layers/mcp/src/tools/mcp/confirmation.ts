import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type Tool, ToolFailure } from '../tool.ts'

const CONFIRM_KEY = 'confirm'

const ElicitationCapability = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.record(z.string(), z.unknown()) }),
})

/**
 * Returns whether the client can show a form to its user. A client that names no modes supports forms (MCP
 * client/elicitation).
 */
const showsForms = ({ mcpReq }: ServerContext): boolean => {
  const { success, data } = ElicitationCapability.safeParse(mcpReq.envelope)
  if (!success) return false
  const { elicitation } = data[CLIENT_CAPABILITIES_META_KEY]
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0
}

const question = (message: string): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [CONFIRM_KEY]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { [CONFIRM_KEY]: { type: 'boolean', title: 'Confirm' } },
          required: [CONFIRM_KEY],
        },
      }),
    },
  })

const notConfirmed = (name: string): ToolFailure =>
  new ToolFailure({
    code: 'NOT_CONFIRMED',
    message: 'The user did not confirm the call, and nothing was done',
    hint: `Call ${name} again only at the user’s request`,
  })

/**
 * Requests the user's confirmation for a call that needs it, if the client supports forms. Returns the question, a
 * failure if the user declined, or undefined if the user agreed. The client answers on behalf of the user and is
 * trusted, as with every tool confirmation. A client without forms asks the user in its own way, because the tool is
 * marked as destructive.
 */
export const confirmationResult = (
  tool: Tool,
  args: unknown,
  ctx: ServerContext,
): InputRequiredResult | ToolFailure | undefined => {
  if (tool.confirm === undefined || !showsForms(ctx)) return undefined
  const parsed = tool.input.safeParse(args ?? {})
  // The call itself reports invalid arguments.
  if (!parsed.success) return undefined
  const answer = inputResponse(ctx.mcpReq.inputResponses, CONFIRM_KEY)
  if (answer.kind !== 'elicit') return question(tool.confirm(parsed.data))
  return answer.action === 'accept' && answer.content?.[CONFIRM_KEY] === true ? undefined : notConfirmed(tool.name)
}
