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
 * What mappings of the gateway read (`lib/constructs/received-body.ts`). Values are text: API Gateway makes it of all others.
 * `folder` and `key` say where the body goes. Into the folder `refused` the gateway has no right to store anything.
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
  /** For pages of other origins; `none` where no page may read the answer. */
  readonly allow_origin: string
  readonly expose_headers: string
}

const isAuthorizer = (event: object): event is AuthorizerEvent => 'methodArn' in event

const allowed = ({ methodArn }: AuthorizerEvent, context: Verdict) => ({
  principalId: 'caller',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
  },
  context,
})

/**
 * The request as an integration gets it. Where methods ask for an API key, the gateway refuses a request with another one
 * whatever is said here, so the one that it shows is taken for the right one.
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

const UNSTORED = {
  status: '503',
  body: JSON.stringify({ error: 'The bytes could not be stored; send them again', code: 'unavailable' }),
  retry_after: '2',
} as const

const verdictOf = ({ statusCode, headers, body }: Result, folder: string): Verdict => {
  const of = (name: string, otherwise = 'none'): string => headers[name] ?? otherwise
  const shared = {
    ratelimit: of('ratelimit'),
    ratelimit_policy: of('ratelimit-policy'),
    allow_origin: of('access-control-allow-origin'),
    expose_headers: of('access-control-expose-headers'),
  }
  const location = of('location')
  if (statusCode === 303) return { folder, key: location.split('/').at(-1) ?? '', location, ...UNSTORED, ...shared }
  const answer = { status: String(statusCode), body, retry_after: of('retry-after', '0') }
  return { folder: 'refused', key: 'none', location, ...answer, ...shared }
}

/**
 * Makes a Lambda authorizer of the handler of an API function whose access `receives`: API Gateway then asks it before it stores
 * the body of a request. Its 303 lets the body be stored, as the object that the end of its Location names; 401 is the
 * gateway's own; any other answer reaches the caller as it is, and no body is stored. A request that comes as an
 * integration gets it, of another method, is answered by the handler itself.
 *
 * @throws Error `Unauthorized`, which API Gateway answers with 401
 */
export const bodyAuthorizer =
  ({ prefix }: Receiving, handler: (...args: never[]) => unknown) =>
  async (event: object, context: Context): Promise<unknown> => {
    const ask = handler as (event: object, context: Context) => Promise<unknown>
    if (!isAuthorizer(event)) return ask(event, context)
    const result = (await ask(requestOf(event), context)) as Result
    if (result.statusCode === 401) throw new Error('Unauthorized')
    return allowed(event, verdictOf(result, prefix))
  }
