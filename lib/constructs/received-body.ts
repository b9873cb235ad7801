import type { Receiving } from '@signet/kernel/access'
import { Aws, Duration } from 'aws-cdk-lib'
import {
  AuthorizationType,
  AwsIntegration,
  type CfnAuthorizer,
  type IntegrationResponse,
  type MethodOptions,
  PassthroughBehavior,
  RequestAuthorizer,
} from 'aws-cdk-lib/aws-apigateway'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { rightWaivers, waive } from './waivers.ts'

export interface ReceivedBodyProps {
  /** Authorizes bodies and chooses where they are stored; `bodyAuthorizer` creates its handler. */
  readonly fn: IFunction
  readonly receives: Receiving
  readonly bucket: string
  readonly bucketArn: string
  /** True if pages of other origins may read the responses (CORS). */
  readonly allowsBrowsers: boolean
}

const RESPONSE_HEADERS = ['Location', 'Retry-After', 'Content-Type', 'RateLimit', 'RateLimit-Policy'] as const

/**
 * VTL template that returns the authorizer's response. Context values are text, and the status must be a number: the
 * variable `$Integer` only gives access to `Integer.parseInt`.
 */
const REFUSAL = `#set($Integer = 0)
#set($context.responseOverride.status = $Integer.parseInt($context.authorizer.status))
$context.authorizer.body`

/**
 * Routes whose bodies API Gateway stores unchanged, because they are larger than a function accepts. The authorizer
 * function first sees the request without its body. It returns the key for the body and the address to which the caller
 * is redirected (303). To refuse, it returns the folder `refused`, to which the gateway's role may not write: S3
 * responds 403, and the caller receives the function's response.
 */
export class ReceivedBody extends Construct {
  readonly integration: AwsIntegration
  readonly method: MethodOptions
  constructor(scope: Construct, id: string, { fn, receives, bucket, bucketArn, allowsBrowsers }: ReceivedBodyProps) {
    super(scope, id)
    const role = storingRole(this, { fn, receives, bucketArn })
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: fn,
      assumeRole: role.withoutPolicyUpdates(),
      // Each response belongs to one request: it counts the request, and names an object.
      resultsCacheTtl: Duration.seconds(0),
      identitySources: [],
    })
    const resource = authorizer.node.findChild('Resource') as CfnAuthorizer
    // An empty identity source would require one that does not exist.
    resource.addPropertyDeletionOverride('IdentitySource')
    // The CDK would split partition and region out of the function's ARN, which comes from another stack: cfn-lint
    // cannot resolve that.
    const path = `lambda:path/2015-03-31/functions/${fn.functionArn}/invocations`
    resource.authorizerUri = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:${path}`
    const corsHeaderNames = allowsBrowsers ? ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] : []
    const declared = Object.fromEntries(
      [...RESPONSE_HEADERS, ...corsHeaderNames].map((name) => [`method.response.header.${name}`, true]),
    )
    this.method = {
      authorizer,
      authorizationType: AuthorizationType.CUSTOM,
      methodResponses: ['303', '503'].map((statusCode) => ({ statusCode, responseParameters: declared })),
    }
    this.integration = new AwsIntegration({
      service: 's3',
      integrationHttpMethod: 'PUT',
      path: `${bucket}/{folder}/{key}`,
      options: {
        credentialsRole: role,
        passthroughBehavior: PassthroughBehavior.WHEN_NO_MATCH,
        requestParameters: {
          'integration.request.path.folder': 'context.authorizer.folder',
          'integration.request.path.key': 'context.authorizer.key',
          // Refuses a second object under the same key.
          'integration.request.header.If-None-Match': "'*'",
        },
        integrationResponses: integrationResponses(allowsBrowsers),
      },
    })
  }
}

const storingRole = (
  scope: Construct,
  { fn, receives, bucketArn }: Pick<ReceivedBodyProps, 'fn' | 'receives' | 'bucketArn'>,
): Role => {
  const right = { actions: ['s3:PutObject'], resources: [`${bucketArn}/${receives.prefix}/*`] }
  const invocation = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] })
  waive(
    scope,
    ...rightWaivers(scope, [{ ...right, wildcardReason: 'Each object has a separate key below the prefix' }]),
  )
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    description: 'Stores request bodies that a function has authorized',
    // Inline in the role, because the stack of the API is close to the limit of 500 resources.
    inlinePolicies: { stores: new PolicyDocument({ statements: [new PolicyStatement(right), invocation] }) },
  })
}

const integrationResponses = (allowsBrowsers: boolean): IntegrationResponse[] => {
  const shared = {
    'method.response.header.RateLimit': 'context.authorizer.ratelimit',
    'method.response.header.RateLimit-Policy': 'context.authorizer.ratelimit_policy',
    ...(allowsBrowsers && {
      'method.response.header.Access-Control-Allow-Origin': 'context.authorizer.allow_origin',
      'method.response.header.Access-Control-Expose-Headers': 'context.authorizer.expose_headers',
    }),
  }
  return [
    // Without a pattern, this is the response for every other status of S3: the body is stored.
    {
      statusCode: '303',
      responseParameters: { 'method.response.header.Location': 'context.authorizer.location', ...shared },
    },
    {
      statusCode: '503',
      selectionPattern: String.raw`[45]\d\d`,
      responseParameters: {
        'method.response.header.Content-Type': "'application/json'",
        'method.response.header.Retry-After': 'context.authorizer.retry_after',
        ...shared,
      },
      // Selected by the content type of S3's response.
      responseTemplates: { 'application/json': REFUSAL, 'application/xml': REFUSAL },
    },
  ]
}
