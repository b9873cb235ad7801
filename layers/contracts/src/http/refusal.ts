import { allowedOperations } from '../transition-condition.ts'

type Extras = Readonly<Record<string, unknown>>

export interface RefusalOptions extends ErrorOptions {
  readonly extras?: Extras | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * A refusal that the caller may read. The body is `{ error, code, ...extras }`, and the operation declares the status
 * for the code. Any other thrown error is a fault: the response is 500 without details.
 */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly extras: Extras
  readonly headers: Readonly<Record<string, string>>

  constructor(code: Code, error: string, { extras = {}, headers = {}, ...options }: RefusalOptions = {}) {
    super(error, options)
    this.code = code
    this.extras = extras
    this.headers = headers
  }
}

/** Creates a refusal to throw or to return. Returning a code that the operation does not declare does not compile. */
export const refusal = <const Code extends string>(
  code: Code,
  error: string,
  options?: RefusalOptions,
): Refusal<Code> => new Refusal(code, error, options)

/**
 * 409: the current state does not allow the operation. The body contains `state` and `allowed`, the operations that the
 * state allows.
 */
export const invalidTransition = (
  contract: { readonly name: string; readonly states: Parameters<typeof allowedOperations>[0]['states'] },
  operation: string,
  state: string,
): Refusal<'invalid_transition'> => {
  const allowed = allowedOperations(contract, state)
  const hint = allowed.length === 0 ? 'it allows no operation' : `it allows ${allowed.join(', ')}`
  return refusal('invalid_transition', `The ${contract.name} is ${state}, which does not allow ${operation}; ${hint}`, {
    extras: { state, allowed },
  })
}
