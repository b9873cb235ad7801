import { Refusal } from '@signet/kernel'
import { BodyTooLarge, readBodyWithin } from '@signet/kernel/body-within'
import { fieldsOf, type Operation, parsedJson } from '../src/index.ts'
import { SiblingRefusal } from './sibling-refusal.ts'
import type { SiblingFailed } from './sibling-types.ts'

/** No sibling sends a larger response: Lambda limits responses to 6 MB. */
const RESPONSE_MAX_BYTES = 6_500_000

const FAULT_CODES: readonly string[] = ['internal', 'method_not_allowed', 'unsupported_media_type']

export const siblingFailed = ({ name }: Operation, cause: unknown, status = 0): SiblingRefusal<SiblingFailed> =>
  new SiblingRefusal(status, 'sibling_failed', `${name} did not return a valid response. Try again shortly`, { cause })

const refusalOf = (operation: Operation, { status, headers }: Response, text: string): SiblingRefusal => {
  const { error, code, ...extras } = fieldsOf(text)
  if (typeof code !== 'string' || typeof error !== 'string' || FAULT_CODES.includes(code)) {
    return siblingFailed(operation, new Error(`The response has status ${status}: ${text.slice(0, 500)}`), status)
  }
  const retryAfter = headers.get('retry-after')
  return new SiblingRefusal(status, code, error, {
    extras,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  })
}

/**
 * Returns the body of a success, or a refusal.
 * @throws the error that interrupted the reading of the response.
 */
export const answerOf = async (operation: Operation, response: Response): Promise<unknown> => {
  const bytes = await readBodyWithin(response, RESPONSE_MAX_BYTES).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) return siblingFailed(operation, error)
    throw error
  })
  if (bytes instanceof Refusal) return bytes
  if (response.ok && operation.answer === 'raw') return bytes
  const text = new TextDecoder().decode(bytes)
  if (!response.ok) return refusalOf(operation, response, text)
  if (text === '') return undefined
  return (
    parsedJson(text) ?? siblingFailed(operation, new Error('The response is not the JSON that the contract declares'))
  )
}
