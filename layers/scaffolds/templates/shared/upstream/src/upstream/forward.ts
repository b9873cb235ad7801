import { Problem } from '../http/problem.ts'
import type { Call } from '../http/serve.ts'

/** Request headers that are forwarded. All others are dropped, such as cookies, credentials and identity headers. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'range',
]
/** Response headers that are returned. */
const RESPONSE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
]

const pick = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])))

/** Builds the URL of the upstream service. The path is unchanged and cannot leave the host or the prefix. */
export const upstreamUrl = (upstream: string, { url }: Pick<Call, 'url'>): string => {
  const base = new URL(upstream)
  const target = new URL(base.href.replace(/[/]$/, '') + url.pathname + url.search)
  if (target.host !== base.host || !target.pathname.startsWith(base.pathname))
    throw new Problem(400, 'path_refused', 'The path is outside the service')
  return target.href
}

/**
 * Translates a Location header for callers. A location outside the upstream service is dropped, so that no internal
 * address leaks.
 */
const locationOf = (location: string, upstream: string, call: Call): string | undefined => {
  const { host, pathname } = new URL(upstream)
  const target = URL.parse(location, upstreamUrl(upstream, call))
  const prefix = pathname.replace(/[/]$/, '')
  if (target === null || target.host !== host || !target.pathname.startsWith(`${prefix}/`)) return undefined
  return call.url.origin + target.pathname.slice(prefix.length) + target.search + target.hash
}

/** Forwards a response body. A failure is logged and aborts the body; the status was already sent. */
const loggedBody = (body: ReadableStream<Uint8Array>, { caller, deps }: Call): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        deps.log({
          event: 'upstream',
          outcome: 'failed',
          caller: caller.id,
          fault: error instanceof Error ? error.name : 'unknown',
        })
        controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Calls the upstream service with the allowed headers of the caller and additional headers. */
export const forward = async (call: Call, added: Readonly<Record<string, string>>): Promise<Response> => {
  const { method, headers, body, deps } = call
  const upstream = deps.setting('UPSTREAM_URL')
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const response = await deps
    .fetch(upstreamUrl(upstream, call), {
      method,
      headers: { ...pick(headers, REQUEST_HEADERS), ...added },
      redirect: 'manual',
      signal: AbortSignal.timeout(8_000),
      ...(hasBody ? { body: Buffer.from(body) } : {}),
    })
    .catch(() => {
      throw new Problem(502, 'upstream_failed', 'The upstream service did not respond')
    })
  const isEmpty = response.status === 204 || response.status === 304 || response.status < 200
  const location = locationOf(response.headers.get('location') ?? '', upstream, call)
  const returned = {
    ...pick(response.headers, RESPONSE_HEADERS),
    ...(response.headers.has('location') && location !== undefined ? { location } : {}),
  }
  return new Response(isEmpty || response.body === null ? null : loggedBody(response.body, call), {
    status: response.status,
    headers: returned,
  })
}
