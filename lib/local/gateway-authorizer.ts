import { FunctionError } from './aws/ports.ts'
import { type GatewayRequest, restEvent } from './gateway-event.ts'
import type { GatewayFault } from './gateway-response.ts'
import type { RouteMatch } from './gateway-router.ts'
import type { LambdaService } from './lambda-service.ts'

export type AuthorizerResult =
  | { readonly context: Readonly<Record<string, string>> }
  | { readonly fault: GatewayFault; readonly note: string }

/** Returns the event of a REQUEST authorizer: that of an integration, without the body. */
const eventOf = (request: GatewayRequest, match: RouteMatch): string => {
  const {
    body: _body,
    isBase64Encoded: _isBase64Encoded,
    ...event
  } = JSON.parse(restEvent({ ...request, body: Buffer.alloc(0) }, match)) as Record<string, unknown>
  const { api, method, path } = request
  const methodArn = `arn:aws:execute-api:local:${api.account}:${api.id}/${api.stage}/${method}${path}`
  return JSON.stringify({ type: 'REQUEST', methodArn, ...event })
}

interface Policy {
  readonly policyDocument?: { readonly Statement?: readonly { readonly Effect?: string }[] }
  readonly context?: Readonly<Record<string, unknown>>
}

/**
 * Returns the context of a mapping as text. Only these types are valid (API Gateway, output from a Lambda authorizer).
 */
const contextOf = (context: Policy['context'] = {}): Record<string, string> | undefined => {
  const entries = Object.entries(context)
  if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [`authorizer.${name}`, String(value)]))
}

export const authorize = async (
  lambda: Pick<LambdaService, 'invokeText'>,
  request: GatewayRequest,
  match: RouteMatch,
  fn: string,
): Promise<AuthorizerResult> => {
  let policy: Policy
  try {
    policy = JSON.parse(await lambda.invokeText(fn, eventOf(request, match))) as Policy
  } catch (error) {
    const note = `authorizer failed: ${String(error)}`
    const isRefusal = error instanceof FunctionError && error.message === 'Unauthorized'
    return { fault: isRefusal ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE', note }
  }
  const [statement] = policy.policyDocument?.Statement ?? []
  const context = contextOf(policy.context)
  if (statement?.Effect === undefined || !context)
    return { fault: 'AUTHORIZER_CONFIGURATION_ERROR', note: 'the authorizer returned no policy or an invalid context' }
  return statement.Effect === 'Allow' ? { context } : { fault: 'ACCESS_DENIED', note: 'denied by the authorizer' }
}
