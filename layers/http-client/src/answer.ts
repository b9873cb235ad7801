import { ApiError } from './errors.ts'
import type { Operation } from './operation.ts'
import { retryAfterOf } from './retry.ts'

/** A success. For a raw response, the body is the `Response` itself. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const EMPTY: readonly number[] = [204, 205, 304]

export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  const value = parsedJson(text)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

const errorOf = ({ name }: Operation, { status, statusText, headers }: Response, text: string): ApiError => {
  const fields = fieldsOf(text)
  const message = fields.error ?? fields.message
  const error = typeof message === 'string' ? message : statusText || `HTTP ${status}`
  const code = typeof fields.code === 'string' ? fields.code : 'unknown'
  return new ApiError(name, status, { ...fields, error, code }, retryAfterOf(headers))
}

/** Reads the response of an operation. A refusal is returned, to distinguish it from the errors that reading throws. */
export const readAnswer = async (operation: Operation, response: Response): Promise<Answer | ApiError> => {
  const { status, headers, ok, type } = response
  const isSuccess = ok || type === 'opaqueredirect' || operation.otherStatuses?.includes(status) === true
  if (isSuccess && operation.answer === 'raw') return { status, headers, body: response }
  const text = await response.text()
  if (!isSuccess) return errorOf(operation, response, text)
  const body = parsedJson(text)
  if (body !== undefined || !ok || EMPTY.includes(status)) return { status, headers, body }
  const error = 'the response is not the JSON that the contract declares'
  return new ApiError(operation.name, status, { error, code: 'invalid_response' })
}
