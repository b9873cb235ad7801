import type { LambdaEventV1 } from '@signet/contracts/http'
import type { Context } from 'aws-lambda'
import type { Receiving } from '../abilities/receives.ts'

interface AuthorizerEvent extends LambdaEventV1 {
  readonly type: 'REQUEST'
  readonly methodArn: string
}

interface Result {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The values that mappings of the gateway read (`lib/constructs/received-body.ts`). All are text, because API Gateway
 * converts other types to text. `folder` and `key` name the object. The gateway has no right to store objects in the
 * folder `refused`.
 */
interface Verdict {
  readonly folder: string
  readonly key: string
  readonly location: string
  readonly status: string
  readonly body: string
  readonly retry_after: string
  readonly ratelimit: string
  readonly ratelimit_policy: string
  /** Origin for pages of other origins; `none` if no page may read the answer. */
  readonly allow_origin: string
  readonly expose_headers: string
}

const isAuthorizer = (event: object): event is AuthorizerEvent => 'methodArn' in event

const allowPolicy = ({ methodArn }: AuthorizerEvent, context: Verdict) => ({
  principalId: 'caller',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
  },
  context,
})

/**
 * Returns the request in the form of an integration. If a method requires an API key, the gateway rejects a wrong one
 * regardless of this verdict, so the presented key is treated as valid.
 */
const requestOf = (event: AuthorizerEvent) => {
  const { identity = {}, ...rest } = event.requestContext as unknown as {
    readonly identity?: { readonly apiKey?: string | null; readonly apiKeyId?: string | null }
  }
  const apiKeyId = identity.apiKeyId ?? identity.apiKey ?? null
  return {
    ...event,
    body: null,
    isBase64Encoded: false,
    requestContext: { ...rest, identity: { ...identity, apiKeyId } },
  }
}

/** The answer of the gateway if it cannot store an accepted body. */
const NOT_STORED = {
  status: '503',
  body: JSON.stringify({ error: 'The body could not be stored. Send it again', code: 'unavailable' }),
  retry_after: '2',
} as const

const verdictOf = ({ statusCode, headers, body }: Result, folder: string): Verdict => {
  const headerOr = (name: string, fallback = 'none'): string => headers[name] ?? fallback
  const sharedHeaders = {
    ratelimit: headerOr('ratelimit'),
    ratelimit_policy: headerOr('ratelimit-policy'),
    allow_origin: headerOr('access-control-allow-origin'),
    expose_headers: headerOr('access-control-expose-headers'),
  }
  const location = headerOr('location')
  if (statusCode === 303)
    return { folder, key: location.split('/').at(-1) ?? '', location, ...NOT_STORED, ...sharedHeaders }
  const answer = { status: String(statusCode), body, retry_after: headerOr('retry-after', '0') }
  return { folder: 'refused', key: 'none', location, ...answer, ...sharedHeaders }
}

/**
 * Wraps the handler of an API function whose access has `receives` as a Lambda authorizer, which API Gateway calls
 * before it stores the body of a request. A 303 allows storing the body as the object at the end of its Location. A 401
 * is answered by the gateway. Any other answer reaches the caller unchanged, and no body is stored. Requests of other
 * methods arrive as for an integration, and the handler answers them.
 * @throws Error `Unauthorized`, which API Gateway answers with 401
 */
export const bodyAuthorizer =
  ({ prefix }: Receiving, handler: (...args: never[]) => unknown) =>
  async (event: object, context: Context): Promise<unknown> => {
    const runHandler = handler as (event: object, context: Context) => Promise<unknown>
    if (!isAuthorizer(event)) return runHandler(event, context)
    const result = (await runHandler(requestOf(event), context)) as Result
    if (result.statusCode === 401) throw new Error('Unauthorized')
    return allowPolicy(event, verdictOf(result, prefix))
  }
