import type { SiblingRefusal } from '@signet/http-client/siblings'
import { type FailureBody, type NextCall, ToolFailure } from '@signet/mcp'
import { REVOKED_ACCESS } from '@signet/mcp/agents'
import { GRADER_HINTS } from '@signet/runtime-schemas/grader-tool'
import type { ToolDeps } from './deps.ts'

export interface RefusedCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

type Advice = Pick<FailureBody, 'hint'> & Partial<Pick<FailureBody, 'code' | 'next' | 'url'>>
type Advise = (refused: SiblingRefusal, call: RefusedCall, deps: Pick<ToolDeps, 'platformUrl'>) => Advice

/** Maximum size of arguments that a failure repeats, in bytes. The model still has longer ones. */
const ECHO_BYTES = 2_000

/** Returns the refused call with `changes` as the next call; without it if the arguments are too long to repeat. */
export const sameCall = ({ tool, args }: RefusedCall, changes: object = {}): { readonly next?: NextCall } => {
  const merged = { ...args, ...changes }
  return Buffer.byteLength(JSON.stringify(merged)) > ECHO_BYTES ? {} : { next: { tool, arguments: merged } }
}

const RETRY_HINT = 'Repeat the call after retry_after seconds'

const stateCall = ({ args }: RefusedCall): Pick<FailureBody, 'next'> => ({
  next: { tool: 'agent_loop_state', arguments: { id: args.id } },
})

const namesIn = (extras: object, member: string): string => {
  const names = (extras as Readonly<Record<string, unknown>>)[member]
  return Array.isArray(names) ? names.join(', ') : 'the values in the message'
}

const RECALL: NextCall = { tool: 'agent_recall', arguments: { limit: 20 } }

const notFound: Advise = (_, call) => {
  if (call.tool.startsWith('agent_loop_'))
    return {
      hint: 'Interviews are stored for seven days, per account: start a new one',
      next: { tool: 'agent_loop_start', arguments: { intention: 'The service to build or the decision to make' } },
    }
  return { hint: 'Use an ID from this account: agent_recall lists the stored results', next: RECALL }
}

const unknownDeck: Advise = ({ message }, call) =>
  call.tool === 'scaffold_classify'
    ? {
        hint: 'Use a deck from signet://decks/, or omit deck_ref to use the built-in patterns',
        ...sameCall(call, { deck_ref: undefined }),
      }
    : { hint: GRADER_HINTS.unknown_deck ?? message, next: RECALL }

const withoutQuerentId = ({ querent }: RefusedCall['args']): object =>
  typeof querent === 'object' ? { querent: { ...querent, id: undefined } } : { querent: undefined }

const retryLater: Advise = (_, call) => ({ hint: RETRY_HINT, ...sameCall(call) })

const temporarilyUnavailable: Advise = (_, call) => ({ code: 'UNAVAILABLE', hint: RETRY_HINT, ...sameCall(call) })

const freeCall = ({ tool, args }: RefusedCall): NextCall =>
  tool.startsWith('scaffold_')
    ? { tool: 'scaffold_preview', arguments: { intention: args.intention ?? 'The service to build' } }
    : { tool: 'reading_run', arguments: { spreadType: 'threat_model', querent: { intention: args.intention ?? '' } } }

const forbidden: Advise = (refused, { tool }, { platformUrl }) => {
  if (tool.startsWith('agent_loop_'))
    return {
      hint: 'Interviews cannot create scaffolds: omit that tool, and call scaffold_create',
      next: { tool: 'scaffold_create', arguments: { intention: 'The service to build' } },
    }
  return {
    hint: `Ask the user for an API key or a plan that allows this: ${platformUrl}/keys`,
    code: refused.code.toUpperCase(),
  }
}

const quotaExceeded: Advise = ({ extras }, call, { platformUrl }) => {
  const { upgrade = '/billing' } = extras as { readonly upgrade?: string }
  const url = URL.parse(upgrade, `${platformUrl}/`)?.toString()
  return {
    hint: 'Nothing was charged. Ask the user to upgrade the plan, or wait for the next cycle. The next call costs nothing',
    next: freeCall(call),
    ...(url === undefined ? {} : { url }),
  }
}

const ADVICE: Readonly<Record<string, Advise>> = {
  unauthenticated: () => REVOKED_ACCESS,
  forbidden,
  plan_required: forbidden,
  quota_exceeded: quotaExceeded,
  not_found: notFound,
  unknown_spread: ({ extras }, call) => ({
    hint: `Use one of ${namesIn(extras, 'spreads')}`,
    ...sameCall(call, { spreadType: 'threat_model' }),
  }),
  unknown_role: ({ extras }, call) => ({
    hint: `Use one of ${namesIn(extras, 'roles')}`,
    ...sameCall(call, { role: 'cto' }),
  }),
  unknown_deck: unknownDeck,
  unknown_grader_version: ({ extras }) => ({
    hint: `${GRADER_HINTS.unknown_grader_version}: ${namesIn(extras, 'known')}`,
  }),
  script_invalid: (_, { tool }) => ({ hint: `Fix the script as the message says, then call ${tool} again` }),
  querent_out_of_scope: (_, call) => ({
    hint: 'Omit querent.id: an agent can only use the namespace of its account',
    ...sameCall(call, withoutQuerentId(call.args)),
  }),
  position_unfilled: (_, call) => ({ hint: 'Draw fewer cards, or set lenient', ...sameCall(call, { lenient: true }) }),
  loop_ended: (_, call) => ({ hint: 'The interview has ended: its state contains the reading', ...stateCall(call) }),
  tick_conflict: (_, call) => ({ hint: 'Another call took this step first: read the state', ...stateCall(call) }),
  answer_invalid: (_, call) => ({ hint: 'Send an answer that the question of this fact allows', ...stateCall(call) }),
  loop_not_expired: (_, { args }) => ({
    hint: 'The interview has not expired: continue it',
    next: { tool: 'agent_loop_state', arguments: { id: args.resume } },
  }),
  payload_too_large: (_, { tool }) => ({ hint: `Call ${tool} again with shorter or fewer arguments` }),
  receipt_conflict: retryLater,
  idempotency_in_progress: (_, call) => ({ code: 'IN_PROGRESS', hint: RETRY_HINT, ...sameCall(call) }),
  idempotency_mismatch: (_, call) => ({ code: 'IN_PROGRESS', hint: RETRY_HINT, ...sameCall(call) }),
  rate_limited: retryLater,
  unavailable: temporarilyUnavailable,
  upstream_failed: temporarilyUnavailable,
  sibling_failed: temporarilyUnavailable,
  invalid_input: (_, { tool }) => ({
    code: 'INVALID_ARGUMENTS',
    hint: `Call ${tool} again with valid arguments`,
  }),
}

const RETRIED_CODES: readonly string[] = ['RECEIPT_CONFLICT', 'IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE']

interface Fault {
  readonly field?: string
  readonly message?: string
}

const messageOf = ({ code, message, extras }: SiblingRefusal): string => {
  if (code === 'sibling_failed') return 'The service did not return a valid response'
  const { errors } = extras as { readonly errors?: readonly Fault[] }
  if (!errors?.length) return message
  return errors
    .slice(0, 20)
    .map((fault) => [fault.field, fault.message].filter(Boolean).join(' '))
    .join('; ')
}

/**
 * Maps a refusal of the runtime or the platform to a failure with the next call.
 * @throws Error for a code without an entry in `ADVICE`, which is a bug
 */
export const failureOf = (
  deps: Pick<ToolDeps, 'platformUrl'>,
  refused: SiblingRefusal,
  call: RefusedCall,
): ToolFailure => {
  const advise = ADVICE[refused.code] ?? (refused.status === 400 ? ADVICE.invalid_input : undefined)
  const advice = advise?.(refused, call, deps)
  if (advice === undefined) throw new Error(`No advice for the refusal code ${refused.code}`, { cause: refused })
  const { code = refused.code.toUpperCase(), ...adviceFields } = advice
  const { 'retry-after': retryAfter } = refused.headers
  // Without a header, retries wait two seconds. `false`: a retry does not help.
  const retryAfterSeconds = retryAfter === undefined ? RETRIED_CODES.includes(code) && 2 : Number(retryAfter)
  return new ToolFailure({
    code,
    message: messageOf(refused),
    ...adviceFields,
    ...(retryAfterSeconds === false ? {} : { retry_after_s: retryAfterSeconds }),
  })
}
