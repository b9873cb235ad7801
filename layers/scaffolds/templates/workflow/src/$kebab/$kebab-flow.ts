/** Steps in order. `approve` waits for a person other than the requester if the amount needs approval. */
export const STEPS = ['check', 'approve', 'pay', 'notify'] as const

export type StepName = (typeof STEPS)[number]
export type State = 'running' | 'waiting' | 'done' | 'rejected' | 'failed' | 'expired'

/** The state of one $noun in the workflow. */
export interface $EntityFlow {
  readonly state: State
  readonly step: StepName
  readonly amountCents: number
  readonly requestedBy: string
  /** Deadline of the decision in milliseconds since 1970. */
  readonly decideBy?: number
  readonly attempts: number
  /** Time of the last change in milliseconds since 1970. */
  readonly changedAt: number
  readonly history: readonly {
    readonly step: StepName
    readonly outcome: string
    readonly by: string
    readonly at: number
  }[]
}

export const APPROVAL_MS = 7 * 86_400_000
export const MAX_ATTEMPTS = 5
/** Amounts above it need approval, in hundredths of $currency. */
export const APPROVE_ABOVE_CENTS: number = $cents
/** Maximum amount of a request: 1,000,000. */
export const MAX_CENTS = 100_000_000

export const begin = (amountCents: number, requestedBy: string, at: number): $EntityFlow => ({
  state: 'running',
  step: 'check',
  amountCents,
  requestedBy,
  attempts: 0,
  changedAt: at,
  history: [],
})

const historyWith = (
  flow: $EntityFlow,
  outcome: string,
  by: string,
  at: number,
): Pick<$EntityFlow, 'history' | 'changedAt'> => ({
  history: [...flow.history, { step: flow.step, outcome, by, at }],
  changedAt: at,
})

const isNeeded = (step: StepName, { amountCents }: $EntityFlow): boolean =>
  step !== 'approve' || amountCents > APPROVE_ABOVE_CENTS

/** Moves a flow to its next step. */
export const advance = (flow: $EntityFlow, by: string, at: number, outcome = 'done'): $EntityFlow => {
  const next = STEPS.slice(STEPS.indexOf(flow.step) + 1).find((step) => isNeeded(step, flow))
  const { decideBy: _decided, ...rest } = flow
  const done = { ...rest, ...historyWith(flow, outcome, by, at), attempts: 0 }
  if (next === undefined) return { ...done, state: 'done' }
  if (next === 'approve') return { ...done, state: 'waiting', decideBy: at + APPROVAL_MS, step: next }
  return { ...done, state: 'running', step: next }
}

/** Records a failed attempt. A step has five attempts; a permanent failure ends the flow at once. */
export const withFailure = (flow: $EntityFlow, reason: string, isPermanent: boolean, at: number): $EntityFlow => {
  const attempts = flow.attempts + 1
  if (!isPermanent && attempts < MAX_ATTEMPTS) return { ...flow, attempts, changedAt: at }
  return { ...flow, attempts, state: 'failed', ...historyWith(flow, `failed: ${reason}`, 'system', at) }
}

export type Decision = 'approve' | 'reject'
export type Refusal = 'not_waiting' | 'own_request' | 'too_late'

const OUTCOMES: Readonly<Record<Decision, string>> = { approve: 'approved', reject: 'rejected' }

/** Applies a person's decision. Requesters cannot decide on their own requests. */
export const decide = (flow: $EntityFlow, decision: Decision, by: string, at: number): $EntityFlow | Refusal => {
  if (flow.state !== 'waiting') return 'not_waiting'
  if (flow.requestedBy === by) return 'own_request'
  if (flow.decideBy !== undefined && at > flow.decideBy) return 'too_late'
  if (decision === 'approve') return advance(flow, by, at, OUTCOMES.approve)
  return { ...flow, state: 'rejected', ...historyWith(flow, OUTCOMES.reject, by, at) }
}

/** Whether this person made the same decision before. A repeated decision changes nothing. */
export const hasDecided = ({ history }: $EntityFlow, decision: Decision, by: string): boolean =>
  history.some((each) => each.step === 'approve' && each.by === by && each.outcome === OUTCOMES[decision])

/** Marks a flow as expired if its deadline has passed. */
export const withExpiry = (flow: $EntityFlow, at: number): $EntityFlow =>
  flow.state === 'waiting' && flow.decideBy !== undefined && at > flow.decideBy
    ? { ...flow, state: 'expired', ...historyWith(flow, 'expired', 'system', at) }
    : flow

export const hasEnded = ({ state }: $EntityFlow): boolean => state !== 'running' && state !== 'waiting'
