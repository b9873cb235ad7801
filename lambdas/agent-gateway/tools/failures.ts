import type { SiblingRefusal } from '@signet/http-client/siblings'
import { type FailureBody, type NextCall, ToolFailure } from '@signet/mcp'
import { SHUT_OUT } from '@signet/mcp/agents'
import { GRADER_HINTS } from '@signet/runtime-schemas/grader-tool'
import type { ToolDeps } from './deps.ts'

export interface RefusedCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

type Advice = Pick<FailureBody, 'hint'> & Partial<Pick<FailureBody, 'code' | 'next' | 'url'>>
type Advise = (refused: SiblingRefusal, call: RefusedCall, deps: Pick<ToolDeps, 'platformUrl'>) => Advice

/** Arguments that a failure repeats; a model has longer ones itself. */
const ECHO_BYTES = 2_000

export const again = ({ tool, args }: RefusedCall, more: object = {}): { readonly next?: NextCall } => {
  const given = { ...args, ...more }
  return Buffer.byteLength(JSON.stringify(given)) > ECHO_BYTES ? {} : { next: { tool, arguments: given } }
}

const AGAIN = 'Make the same call again after retry_after seconds'

const stateOf = ({ args }: RefusedCall): Pick<FailureBody, 'next'> => ({
  next: { tool: 'agent_loop_state', arguments: { id: args.id } },
})

const namesIn = (extras: object, member: string): string => {
  const names = (extras as Readonly<Record<string, unknown>>)[member]
  return Array.isArray(names) ? names.join(', ') : 'those that the message names'
}

const RECALL: NextCall = { tool: 'agent_recall', arguments: { limit: 20 } }

const notFound: Advise = (_, call) => {
  if (call.tool.startsWith('agent_loop_'))
    return {
      hint: 'Interviews are kept for seven days, and each account has its own: begin another one',
      next: { tool: 'agent_loop_start', arguments: { intention: 'What is to be built or decided' } },
    }
  return { hint: 'Use an id that this account has: recall lists what it has inscribed', next: RECALL }
}

const unknownDeck: Advise = ({ message }, call) =>
  call.tool === 'scaffold_classify'
    ? {
        hint: 'Name a deck that signet://decks/ has, or leave deck_ref out: then it is one of our patterns',
        ...again(call, { deck_ref: undefined }),
      }
    : { hint: GRADER_HINTS.unknown_deck ?? message, next: RECALL }

const withoutQuerentId = ({ querent }: RefusedCall['args']): object =>
  typeof querent === 'object' ? { querent: { ...querent, id: undefined } } : { querent: undefined }

const waiting: Advise = (_, call) => ({ hint: AGAIN, ...again(call) })

const passing: Advise = (_, call) => ({ code: 'UNAVAILABLE', hint: AGAIN, ...again(call) })

const free = ({ tool, args }: RefusedCall): NextCall =>
  tool.startsWith('scaffold_')
    ? { tool: 'scaffold_preview', arguments: { intention: args.intention ?? 'What is to be built' } }
    : { tool: 'reading_run', arguments: { spreadType: 'threat_model', querent: { intention: args.intention ?? '' } } }

const forbidden: Advise = (refused, { tool }, { platformUrl }) => {
  if (tool.startsWith('agent_loop_'))
    return {
      hint: 'Here interviews make no scaffolds: leave that tool out, and make one with scaffold_create',
      next: { tool: 'scaffold_create', arguments: { intention: 'What is to be built' } },
    }
  return {
    hint: `Ask the person for a key or a plan that may do it: ${platformUrl}/keys`,
    code: refused.code.toUpperCase(),
  }
}

const quotaExceeded: Advise = ({ extras }, call, { platformUrl }) => {
  const { upgrade = '/billing' } = extras as { readonly upgrade?: string }
  const url = URL.parse(upgrade, `${platformUrl}/`)?.toString()
  return {
    hint: 'Nothing was charged. Ask the person for another plan, or wait for the next cycle; the next call costs nothing',
    next: free(call),
    ...(url === undefined ? {} : { url }),
  }
}

const ADVICE: Readonly<Record<string, Advise>> = {
  unauthenticated: () => SHUT_OUT,
  forbidden,
  plan_required: forbidden,
  quota_exceeded: quotaExceeded,
  not_found: notFound,
  unknown_spread: ({ extras }, call) => ({
    hint: `Name one of ${namesIn(extras, 'spreads')}`,
    ...again(call, { spreadType: 'threat_model' }),
  }),
  unknown_role: ({ extras }, call) => ({
    hint: `Name one of ${namesIn(extras, 'roles')}`,
    ...again(call, { role: 'cto' }),
  }),
  unknown_deck: unknownDeck,
  unknown_grader_version: ({ extras }) => ({
    hint: `${GRADER_HINTS.unknown_grader_version}: ${namesIn(extras, 'known')}`,
  }),
  script_invalid: (_, { tool }) => ({ hint: `Mend the script where the message says, then call ${tool} again` }),
  querent_out_of_scope: (_, call) => ({
    hint: 'Leave querent.id out: an agent reads and writes what its account has',
    ...again(call, withoutQuerentId(call.args)),
  }),
  position_unfilled: (_, call) => ({ hint: 'Take fewer cards, or be lenient', ...again(call, { lenient: true }) }),
  loop_ended: (_, call) => ({ hint: 'The interview has ended: its state has the reading', ...stateOf(call) }),
  tick_conflict: (_, call) => ({ hint: 'Another step was quicker: look at the state first', ...stateOf(call) }),
  answer_invalid: (_, call) => ({ hint: 'Answer as the question of this fact allows', ...stateOf(call) }),
  loop_not_expired: (_, { args }) => ({
    hint: 'The interview is not over: go on with it',
    next: { tool: 'agent_loop_state', arguments: { id: args.resume } },
  }),
  payload_too_large: (_, { tool }) => ({ hint: `Call ${tool} again with shorter arguments, or with fewer of them` }),
  receipt_conflict: waiting,
  idempotency_in_progress: (_, call) => ({ code: 'IN_PROGRESS', hint: AGAIN, ...again(call) }),
  idempotency_mismatch: (_, call) => ({ code: 'IN_PROGRESS', hint: AGAIN, ...again(call) }),
  rate_limited: waiting,
  unavailable: passing,
  upstream_failed: passing,
  sibling_failed: passing,
  invalid_input: (_, { tool }) => ({
    code: 'INVALID_ARGUMENTS',
    hint: `Call ${tool} again with arguments that fit together`,
  }),
}

const WAITED_FOR: readonly string[] = ['RECEIPT_CONFLICT', 'IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE']

interface Fault {
  readonly field?: string
  readonly message?: string
}

const sentenceOf = ({ code, message, extras }: SiblingRefusal): string => {
  if (code === 'sibling_failed') return 'The service has not answered as it should'
  const { errors } = extras as { readonly errors?: readonly Fault[] }
  if (!errors?.length) return message
  return errors
    .slice(0, 20)
    .map((fault) => [fault.field, fault.message].filter(Boolean).join(' '))
    .join('; ')
}

/**
 * The meaning of a refusal of runtime or platform for a model, with the next call.
 * @throws Error if there is no advice for it, which is a fault of ours
 */
export const failureOf = (
  deps: Pick<ToolDeps, 'platformUrl'>,
  refused: SiblingRefusal,
  call: RefusedCall,
): ToolFailure => {
  const advise = ADVICE[refused.code] ?? (refused.status === 400 ? ADVICE.invalid_input : undefined)
  const advice = advise?.(refused, call, deps)
  if (advice === undefined) throw new Error(`There is no advice for ${refused.code}`, { cause: refused })
  const { code = refused.code.toUpperCase(), ...more } = advice
  const { 'retry-after': retryAfter } = refused.headers
  const retry = retryAfter === undefined ? WAITED_FOR.includes(code) && 2 : Number(retryAfter)
  return new ToolFailure({
    code,
    message: sentenceOf(refused),
    ...more,
    ...(retry === false ? {} : { retry_after_s: retry }),
  })
}
