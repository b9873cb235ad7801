import type { RouteRow } from '@signet/contracts/ir'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { CfnRestApi } from 'aws-cdk-lib/aws-apigateway'
import {
  AccessLogFormat,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

export interface ContractApiProps {
  readonly config: Config
  /** Key of the service in the local runner's list of ports and in stack.json. */
  readonly service: string
  readonly description: string
  /** Which function serves which routes of the contract. */
  readonly routes: readonly { readonly fn: IFunction; readonly rows: readonly RouteRow[] }[]
  /** Answers unknown paths (404) in our error shape; a known path answers other methods (405) by its own function. */
  readonly fallback: IFunction
}

const IAM4_GATEWAY_LOGS =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]'
const STREAM_TIMEOUT = Duration.minutes(5)

/** What the gateway itself refuses, in the shape of our errors. Status codes as the decisions have them. */
const GATEWAY_ERRORS: readonly (readonly [id: string, ResponseType, status: string, body: Record<string, unknown>])[] =
  [
    [
      'TooLarge',
      ResponseType.REQUEST_TOO_LARGE,
      '413',
      { error: 'The request is larger than 6291456 bytes', code: 'payload_too_large', limit: 6_291_456 },
    ],
    [
      'Throttled',
      ResponseType.THROTTLED,
      '429',
      { error: 'Too many requests; wait a second and try again', code: 'rate_limited' },
    ],
    ['Quota', ResponseType.QUOTA_EXCEEDED, '429', { error: 'The quota is used up', code: 'quota_exceeded' }],
    [
      'Unauthorized',
      ResponseType.UNAUTHORIZED,
      '401',
      { error: 'The credential is not known', code: 'unauthenticated' },
    ],
    ['Denied', ResponseType.ACCESS_DENIED, '403', { error: 'The credential may not do this', code: 'forbidden' }],
    [
      'Unknown',
      ResponseType.MISSING_AUTHENTICATION_TOKEN,
      '404',
      { error: 'There is nothing at this path', code: 'not_found' },
    ],
    [
      'Timeout',
      ResponseType.INTEGRATION_TIMEOUT,
      '504',
      { error: 'The service did not answer in time; poll the job if you started one', code: 'unavailable' },
    ],
  ]

/** A REST API with exactly the routes of the contracts, and every gateway error in our `{ error, code }` shape. */
export class ContractApi extends Construct {
  readonly api: RestApi
  constructor(scope: Construct, id: string, { config, service, description, routes, fallback }: ContractApiProps) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    this.api = new RestApi(this, 'Api', {
      description,
      endpointTypes: [EndpointType.REGIONAL],
      ...(config.streaming ? {} : { binaryMediaTypes: ['*/*'] }),
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.DESTROY,
      deployOptions: {
        stageName: 'live',
        tracingEnabled: true,
        metricsEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        throttlingRateLimit: 500,
        throttlingBurstLimit: 1000,
        accessLogDestination: new LogGroupLogDestination(logGroup),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      },
    })
    const resource = this.api.node.defaultChild as CfnRestApi
    resource.addMetadata('signet:api', service)
    this.addRoutes(routes, fallback, config.streaming)
    this.addGatewayErrors()
    this.addAlarm()
    this.acceptFindings()
  }

  private addRoutes(routes: ContractApiProps['routes'], fallback: IFunction, streaming: boolean): void {
    const buffered = (fn: IFunction) => new LambdaIntegration(fn, { scopePermissionToMethod: false })
    const streamed = (fn: IFunction) =>
      new LambdaIntegration(fn, {
        scopePermissionToMethod: false,
        responseTransferMode: ResponseTransferMode.STREAM,
        timeout: STREAM_TIMEOUT,
      })
    const otherwise = buffered(fallback)
    const known = new Map<string, IResource>()
    for (const { fn, rows } of routes) {
      const plain = buffered(fn)
      const stream = streaming ? streamed(fn) : plain
      for (const { method, pathTemplate, stream: isStream } of rows) {
        const resource = known.get(pathTemplate) ?? this.api.root.resourceForPath(pathTemplate)
        if (!known.has(pathTemplate)) resource.addMethod('ANY', isStream ? stream : plain)
        known.set(pathTemplate, resource)
        resource.addMethod(method, isStream ? stream : plain)
      }
    }
    if (!known.has('/')) this.api.root.addMethod('ANY', otherwise)
    this.api.root.addProxy({ anyMethod: true, defaultIntegration: otherwise })
  }

  private addGatewayErrors(): void {
    for (const [id, type, statusCode, body] of GATEWAY_ERRORS) {
      this.api.addGatewayResponse(id, { type, statusCode, templates: { 'application/json': JSON.stringify(body) } })
    }
    const generic = '{"error":$context.error.messageString,"code":"CODE","request_id":"$context.requestId"}'
    const template = (code: string) => ({ 'application/json': generic.replace('CODE', code) })
    this.api.addGatewayResponse('Other4xx', { type: ResponseType.DEFAULT_4XX, templates: template('invalid_input') })
    this.api.addGatewayResponse('Other5xx', { type: ResponseType.DEFAULT_5XX, templates: template('internal') })
  }

  private addAlarm(): void {
    this.api.metricServerError({ period: Duration.minutes(5) }).createAlarm(this, 'ServerErrors', {
      alarmDescription: 'The API answered 5xx: the request id of the answer finds the log line',
      threshold: 5,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  private acceptFindings(): void {
    const until = '2027-06-30'
    const inHandler = 'Callers are authenticated in the domain function: key, OAuth token, session, then anonymous'
    waive(
      this,
      { id: 'AwsSolutions-APIG4', reason: inHandler, until },
      { id: 'AwsSolutions-COG4', reason: inHandler, until },
      {
        id: 'AwsSolutions-APIG2',
        reason: 'Requests are validated against the contract in the function, with our errors',
        until,
      },
      { id: 'AwsSolutions-APIG3', reason: 'A web ACL is a choice of the account that deploys; none is imposed', until },
      {
        id: IAM4_GATEWAY_LOGS,
        reason: "The role with which API Gateway writes its logs is AWS's own managed policy",
        until,
      },
    )
  }
}
