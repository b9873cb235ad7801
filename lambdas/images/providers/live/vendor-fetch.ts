import { Buffer } from 'node:buffer'
import { BodyTooLarge, readBodyWithin } from '@signet/kernel/body-within'
import type { VendorCall, VendorResponse } from './vendor.ts'
import { unusableResponse, VendorFault } from './vendor-fault.ts'

/** A 4096x4096 PNG in base64 is smaller. */
const BODY_MAX = 64 * 1024 * 1024

/** Errors before the first byte was sent: no image can have been generated. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause === undefined ? undefined : codeOf(cause)
}

const networkFault = (error: unknown, timeout: AbortSignal): VendorFault => {
  if (error instanceof BodyTooLarge) return unusableResponse('response_too_large')
  if (timeout.aborted)
    return new VendorFault('provider_timeout', { retry: 'mayBeBilled', vendorCode: 'timeout', cause: error })
  const vendorCode = codeOf(error) ?? 'network'
  const retry = UNSENT.has(vendorCode) ? 'later' : 'mayBeBilled'
  return new VendorFault('provider_unavailable', { retry, vendorCode, cause: error })
}

/**
 * Encodes the body as bytes, with its content type. A form is serialized first: a fetch that is aborted while it reads
 * a form leaves an unhandled rejection, which ends the process (Node 24).
 */
const encodeBody = async ({ headers, body }: VendorCall): Promise<Pick<RequestInit, 'headers' | 'body'>> => {
  if (!(body instanceof FormData)) return body === undefined ? { headers } : { headers, body }
  const serialized = new Response(body)
  const type = serialized.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'content-type': type }, body: await serialized.bytes() }
}

export interface FetchDeps {
  readonly fetch: typeof fetch
  /** Limit of the call, to the last byte, in milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly maxBytes?: number
}

/**
 * Calls a vendor and reads its whole response, bounded in time and size. Redirects are refused, because they would send
 * the key to another host.
 * @throws VendorFault if no response, or only a part of it, arrived
 */
export const vendorFetch = async (
  call: VendorCall,
  { fetch, timeoutMs, signal, maxBytes = BODY_MAX }: FetchDeps,
): Promise<VendorResponse> => {
  signal.throwIfAborted()
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const init = { ...(await encodeBody(call)), method: call.method, redirect: 'error' as const, signal: timeout }
    const response = await fetch(call.url, init)
    const { buffer } = await readBodyWithin(response, maxBytes)
    return { status: response.status, headers: response.headers, body: Buffer.from(buffer) }
  } catch (error) {
    throw networkFault(error, timeout)
  }
}
