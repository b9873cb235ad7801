/** A failure as Step Functions catches it: the error's name, and Lambda's description as JSON. */
export interface CaughtFailure {
  readonly Error: string
  readonly Cause: string
}

export interface FailureReason {
  readonly error: string
  readonly error_code: string
}

/** The error message of a refusal as Lambda reports it: `code: text`. */
const TYPED_MESSAGE = /^([a-z_]+): (.+)$/s

const GENERIC: FailureReason = { error: 'The image could not be generated; try again', error_code: 'internal' }

const TOOK_TOO_LONG: FailureReason = {
  error: 'The image was not generated in time; try again',
  error_code: 'provider_timeout',
}

/**
 * Time-outs by the error names that the state machine, Lambda and a step's abort signal use. A map, not an object: an
 * error may have any name, even `constructor`.
 */
const BY_NAME: ReadonlyMap<string, FailureReason> = new Map([
  ['States.Timeout', TOOK_TOO_LONG],
  ['Sandbox.Timedout', TOOK_TOO_LONG],
  ['TimeoutError', TOOK_TOO_LONG],
])

const messageOf = (cause: string): string => {
  try {
    const { errorMessage } = JSON.parse(cause) as { errorMessage?: unknown }
    return typeof errorMessage === 'string' ? errorMessage : ''
  } catch {
    return ''
  }
}

export const causeOf = ({ Error: name, Cause: cause }: CaughtFailure): string => {
  const message = messageOf(cause)
  return message === '' ? name : `${name}: ${message}`
}

/** Turns a caught failure into a reason for the owner. Only the texts of refusals are used, never a stack trace. */
export const failureReason = ({ Error: name, Cause: cause }: CaughtFailure): FailureReason => {
  if (name === 'ImageRefused' || name === 'EncodingRefused') {
    const [, code, sentence] = TYPED_MESSAGE.exec(messageOf(cause)) ?? []
    if (code && sentence) return { error: sentence, error_code: code }
  }
  return BY_NAME.get(name) ?? GENERIC
}
