import type { ApiName } from '../apis.ts'
import { edgePrefix, WITHOUT_COOKIES } from '../edge-config.ts'

export interface LargeBodyRoute {
  readonly method: string
  /** Path that clients use, such as `/api/things/{id}`. */
  readonly from: string
  /** Path whose bodies the gateway stores: `from` with a suffix. */
  readonly to: string
  /** Maximum bytes of a body that is not sent to the gateway's storage. */
  readonly maxDirectBytes: number
}

const entryOf = ({ method, from, to, maxDirectBytes }: LargeBodyRoute) => ({
  method,
  path: `^${from.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
  pathSuffix: to.slice(from.length),
  maxDirectBytes,
})

/**
 * Returns the code of the CloudFront Function that each request passes (runtime cloudfront-js-2.0). It sets the
 * caller's address and the host in headers that callers cannot set. It separates the caller's API key from that of the
 * edge, and removes the path prefix of an API. It changes the path of a body that is too long for a function to the
 * route whose bodies the gateway stores: only here is the length known before the body arrives. CloudFront separates
 * cookies from headers; the local runner, which runs the same code, does not.
 */
export const viewerRequestCode = (
  apiNames: readonly ApiName[],
  largeBodies: readonly LargeBodyRoute[] = [],
): string => `function handler(event) {
  const request = event.request
  const headers = request.headers
  for (const name of ['x-caller-api-key', 'x-viewer-address', 'x-forwarded-host', 'x-forwarded-prefix']) {
    delete headers[name]
  }
  if (headers['x-api-key']) headers['x-caller-api-key'] = { value: headers['x-api-key'].value }
  delete headers['x-api-key']
  headers['x-viewer-address'] = { value: event.viewer.ip }
  headers['x-forwarded-host'] = { value: headers.host.value }
  if (request.uri.startsWith(${JSON.stringify(WITHOUT_COOKIES)})) {
    request.cookies = {}
    delete headers.cookie
  }
  for (const prefix of ${JSON.stringify(apiNames.map(edgePrefix).filter(Boolean))}) {
    if (request.uri.startsWith(prefix + '/')) {
      headers['x-forwarded-prefix'] = { value: prefix }
      request.uri = request.uri.slice(prefix.length)
      break
    }
  }
  const length = headers['content-length'] ? Number(headers['content-length'].value) : 0
  for (const route of ${JSON.stringify(largeBodies.map(entryOf))}) {
    if (length > route.maxDirectBytes && request.method === route.method && new RegExp(route.path).test(request.uri)) {
      request.uri += route.pathSuffix
    }
  }
  return request
}
`

/** The CloudFront Function of the console. Single-page app: every path returns index.html. */
export const INDEX_CODE = `function handler(event) {
  event.request.uri = '/index.html'
  return event.request
}
`
