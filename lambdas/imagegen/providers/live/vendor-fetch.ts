import { Buffer } from 'node:buffer'
import type { VendorAnswer, VendorCall } from './vendor.ts'
import { brokenAnswer, VendorFault } from './vendor-fault.ts'

/** A picture of 4096x4096 as PNG in base64 stays below it. */
const BODY_MAX = 64 * 1024 * 1024

/** Before a byte was sent: nothing can have been drawn. */
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
  if (error instanceof VendorFault) return error
  if (timeout.aborted)
    return new VendorFault('provider_timeout', { again: 'once', vendorCode: 'timeout', cause: error })
  const vendorCode = codeOf(error) ?? 'network'
  const again = UNSENT.has(vendorCode) ? 'later' : 'once'
  return new VendorFault('provider_unavailable', { again, vendorCode, cause: error })
}

/**
 * The body as bytes, and its type. A form is written out first: a fetch that is aborted while it reads one leaves a
 * rejection that nobody can handle, which ends the process (Node 24).
 */
const encoded = async ({ headers, body }: VendorCall): Promise<Pick<RequestInit, 'headers' | 'body'>> => {
  if (!(body instanceof FormData)) return body === undefined ? { headers } : { headers, body }
  const written = new Response(body)
  const type = written.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'content-type': type }, body: await written.bytes() }
}

const readWhole = async (response: Response, limit: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream: the rest is not read.
    if (size > limit) throw brokenAnswer('answer_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export interface FetchDeps {
  readonly fetch: typeof fetch
  /** How long the call may take, to the last byte, in milliseconds. */
  readonly timeoutMs: number
  /** Of the step as a whole. */
  readonly signal: AbortSignal
  readonly maxBytes?: number
}

/**
 * Calls a vendor and reads its answer whole, bounded in time and size. Redirects are refused: they would carry the key
 * elsewhere.
 *
 * @throws VendorFault when no answer came, or not all of it
 */
export const vendorFetch = async (
  call: VendorCall,
  { fetch, timeoutMs, signal, maxBytes = BODY_MAX }: FetchDeps,
): Promise<VendorAnswer> => {
  signal.throwIfAborted()
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const init = { ...(await encoded(call)), method: call.method, redirect: 'error' as const, signal: timeout }
    const response = await fetch(call.url, init)
    return { status: response.status, headers: response.headers, body: await readWhole(response, maxBytes) }
  } catch (error) {
    throw networkFault(error, timeout)
  }
}
