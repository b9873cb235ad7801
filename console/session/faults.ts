import { ApiError, NetworkError, TimeoutError } from '@signet/http-client'
import type { Fault } from '@signet/ui'

export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError

const waitOf = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'shortly'
  if (seconds < 120) return `in ${seconds} seconds`
  return seconds < 7_200 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${Math.ceil(seconds / 3_600)} hours`
}

const wordsOf = ({ status, body, retryAfter }: ApiError): string => {
  const said = String(body.error ?? '')
  if (status === 429) return `${said === '' ? 'Too many requests' : said}. Try again ${waitOf(retryAfter)}.`
  if (status >= 500 && status !== 503) return 'Something went wrong on our side. Nothing of yours was lost.'
  return said
}

export const faultOf = (error: unknown): Fault => {
  if (isRefused(error)) {
    const { request_id: id } = error.body
    return { message: wordsOf(error), ...(typeof id === 'string' ? { requestId: id } : {}) }
  }
  if (error instanceof NetworkError)
    return { message: 'No answer came. Are you offline? What you typed is still here.' }
  if (error instanceof TimeoutError) return { message: 'The service took too long to answer.' }
  if (error instanceof SyntaxError) return { message: `That is no JSON: ${error.message}.` }
  return {
    message: 'Something went wrong in this page. What you typed is still here; load the page again if it stays so.',
  }
}

/** Whether an error is a fault of ours in the browser, which belongs on its console. */
export const isOurs = (error: unknown): boolean =>
  ![ApiError, NetworkError, TimeoutError, SyntaxError].some((type) => error instanceof type)

/** What is wrong with single fields, by their names; empty if the error is about something else. */
export const fieldFaults = (error: unknown): Readonly<Record<string, string>> => {
  if (!isRefused(error) || !Array.isArray(error.body.errors)) return {}
  const faults = error.body.errors as readonly { readonly field: string; readonly message: string }[]
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]))
}
