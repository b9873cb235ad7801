export interface Outcome {
  readonly step: string
  readonly outcome: 'ok' | 'failed' | 'skipped'
  readonly ms: number
  readonly message: string
  readonly requestId?: string | undefined
  readonly next?: string | undefined
}

export class SkippedStep extends Error {}

export class StepFailure extends Error {
  readonly next: string
  readonly requestId: string | undefined
  constructor(message: string, next: string, requestId?: string) {
    super(message)
    this.next = next
    this.requestId = requestId
  }
}

export interface StepReport {
  readonly message: string
  readonly requestId?: string | undefined
}

export interface Step {
  readonly name: string
  readonly run: () => Promise<StepReport>
}

const outcomeOf = (error: unknown): Pick<Outcome, 'outcome' | 'message' | 'next' | 'requestId'> => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof SkippedStep) return { outcome: 'skipped', message }
  if (error instanceof StepFailure) return { outcome: 'failed', message, next: error.next, requestId: error.requestId }
  return { outcome: 'failed', message, next: 'this is an error of the smoke test itself, or of the network' }
}

/** Runs one step and returns its outcome. Never throws. */
export const runStep = async ({ name: step, run }: Step, now = () => performance.now()): Promise<Outcome> => {
  const began = now()
  const ms = () => Math.round(now() - began)
  try {
    const { message, requestId } = await run()
    return { step, outcome: 'ok', ms: ms(), message, requestId }
  } catch (error) {
    return { step, ms: ms(), ...outcomeOf(error) }
  }
}

const MARKS = { ok: '✓', failed: '✗', skipped: '-' } as const

export const lineOf = ({ step, outcome, ms, message, requestId, next }: Outcome): string => {
  const time = outcome === 'skipped' ? '' : `${ms} ms`
  const request = requestId === undefined ? '' : `  request ${requestId}`
  const what = outcome === 'skipped' ? `skipped: ${message}` : message
  const first = `${MARKS[outcome]} ${step.padEnd(10)} ${time.padStart(8)}  ${what}${request}`
  return next === undefined ? first : `${first}\n    next: ${next}`
}
