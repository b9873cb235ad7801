import { ApiError, NetworkError, TimeoutError } from '@signet/http-client'
import type { Fault } from '@signet/ui'
import { formatCount } from './amounts.ts'

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

const waitWords = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'shortly'
  if (seconds < 120) return `in ${formatCount(seconds, 'second')}`
  if (seconds < 7_200) return `in ${formatCount(Math.ceil(seconds / 60), 'minute')}`
  return `in ${formatCount(Math.ceil(seconds / 3_600), 'hour')}`
}

const messageOf = ({ status, body, retryAfter }: ApiError): string => {
  const message = String(body.error ?? '')
  if (status === 429) return `${message === '' ? 'Too many requests' : message}. Try again ${waitWords(retryAfter)}.`
  if (status >= 500 && status !== 503) return 'Something went wrong on our side. Your data was not changed.'
  return message
}

export const faultOf = (error: unknown): Fault => {
  if (isApiError(error)) {
    const { request_id: id } = error.body
    return { message: messageOf(error), ...(typeof id === 'string' ? { requestId: id } : {}) }
  }
  if (error instanceof NetworkError)
    return { message: 'The service could not be reached. Check your network connection. Your input is still here.' }
  if (error instanceof TimeoutError) return { message: 'The service took too long to respond. Try again.' }
  if (error instanceof SyntaxError) return { message: `Invalid JSON: ${error.message}.` }
  return {
    message: 'Something went wrong on this page. Your input is still here; reload the page if the error persists.',
  }
}

/** Returns whether an error is a bug in the console and must be written to the browser console. */
export const isConsoleBug = (error: unknown): boolean =>
  ![ApiError, NetworkError, TimeoutError, SyntaxError].some((type) => error instanceof type)

/** Returns the errors of single fields by name; empty if the error concerns the whole request. */
export const fieldFaults = (error: unknown): Readonly<Record<string, string>> => {
  if (!isApiError(error) || !Array.isArray(error.body.errors)) return {}
  const faults = error.body.errors as readonly { readonly field: string; readonly message: string }[]
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]))
}
