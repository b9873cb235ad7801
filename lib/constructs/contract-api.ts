import { ARTIFACT_TYPES } from '@signet/artifacts'
import type { RouteRow } from '@signet/contracts/ir'
import type { NamedResource, Receiving } from '@signet/kernel/access'
import { Duration } from 'aws-cdk-lib'
import type { CfnRestApi } from 'aws-cdk-lib/aws-apigateway'
import {
  AccessLogFormat,
  CfnUsagePlan,
  CfnUsagePlanKey,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
  type RestApiProps,
} from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { ApiName } from '../apis.ts'
import { type Config, isProduction, isWatched } from '../config.ts'
import { ACCESS_LOG_SIGNALS } from '../operations/signals.ts'
import { addGatewayErrors } from './gateway-answers.ts'
import { addSignals } from './log-signals.ts'
import { ReceivedBody } from './received-body.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

export interface ContractApiProps {
  readonly config: Config
  readonly key: ApiName
  readonly description: string
  readonly routes: readonly ApiRoutes[]
  /**
   * Answers unknown paths (404) in the error format of the APIs. The functions of known paths answer unsupported
   * methods (405).
   */
  readonly fallback: IFunction
  /** Requests per rate window, if every response reports its rate. */
  readonly reportedRate?: number | undefined
  /** Id of the edge's API key; without it anonymous clients may call the API. */
  readonly edgeKey?: string | undefined
  readonly largeBodyPaths?: readonly string[]
}

interface ApiRoutes {
  readonly fn: IFunction
  readonly rows: readonly RouteRow[]
  readonly stores?: { readonly receives: Receiving; readonly bucket: NamedResource }
}

/** The stage of every REST API, and the path of the API's own address. */
export const API_STAGE = 'live'

/** The longest time that API Gateway lets an integration stream. */
const STREAM_TIMEOUT = Duration.minutes(15)

const bufferedIntegration = (fn: IFunction) => new LambdaIntegration(fn, { scopePermissionToMethod: false })

const streamedIntegration = (fn: IFunction) =>
  new LambdaIntegration(fn, {
    scopePermissionToMethod: false,
    responseTransferMode: ResponseTransferMode.STREAM,
    timeout: STREAM_TIMEOUT,
  })

/**
 * Media types of binary bodies, by API. The platform's list excludes JSON, so it does not cover the compressed JSON that
 * exporters of OTLP may send.
 */
const BINARY_TYPES: Readonly<Partial<Record<ApiName, readonly string[]>>> = {
  platform: [...ARTIFACT_TYPES, 'application/x-zip-compressed', 'application/x-protobuf'],
}

/**
 * Returns the types whose bodies API Gateway passes on byte by byte, in base64. It decodes all other bodies as UTF-8
 * and replaces invalid bytes by U+FFFD. An emulator returns images in one piece, so there all types are binary.
 */
const binaryBodies = (key: ApiName, { streaming }: Config): Pick<RestApiProps, 'binaryMediaTypes'> => {
  const types = BINARY_TYPES[key]
  if (!streaming) return { binaryMediaTypes: ['*/*'] }
  return types === undefined ? {} : { binaryMediaTypes: [...types] }
}

/** A REST API with exactly the routes of the contracts. Gateway errors have the form `{ error, code }`. */
export class ContractApi extends Construct {
  readonly api: RestApi
  constructor(scope: Construct, id: string, props: ContractApiProps) {
    super(scope, id)
    const { config, key, description, routes, fallback, reportedRate, edgeKey, largeBodyPaths = [] } = props
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    this.api = new RestApi(this, 'Api', {
      // CloudWatch metrics are identified by this name, so it contains stage and API.
      restApiName: `signet-${config.stage}-${key}`,
      description,
      endpointTypes: [EndpointType.REGIONAL],
      ...binaryBodies(key, config),
      // GatewayLogging creates the account's role for logs.
      cloudWatchRole: false,
      ...(config.edge === 'on' ? { defaultMethodOptions: { apiKeyRequired: true } } : {}),
      deployOptions: {
        stageName: API_STAGE,
        tracingEnabled: true,
        // Metrics per method: each is a paid custom metric. The metrics of the whole API always exist.
        metricsEnabled: isProduction(config),
        loggingLevel: MethodLoggingLevel.ERROR,
        throttlingRateLimit: config.throttleRate,
        throttlingBurstLimit: config.throttleBurst,
        accessLogDestination: new LogGroupLogDestination(logGroup),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      },
    })
    const resource = this.api.node.defaultChild as CfnRestApi
    resource.addMetadata('signet:api', key)
    this.addRoutes(routes, fallback, config)
    if (edgeKey !== undefined) this.requireEdgeKey(edgeKey, config)
    addGatewayErrors(this.api, { origins: config.corsOrigins, reportedRate, largeBodyPaths })
    if (isWatched(config)) addSignals(this, logGroup, config.stage, ACCESS_LOG_SIGNALS)
    this.acceptFindings()
  }

  /**
   * Adds ANY to each path, for the function of its first route. That function also answers unsupported methods (405)
   * and preflights. A route of another function gets its own method. A stack can have 500 resources (docs/adr/0041).
   */
  private addRoutes(routes: readonly ApiRoutes[], fallback: IFunction, config: Config): void {
    const paths = new Map<string, { readonly resource: IResource; readonly any: LambdaIntegration }>()
    for (const each of routes) {
      const { plain, integrationOf } = this.integrations(each, config)
      for (const row of each.rows) {
        const { method, pathTemplate } = row
        const { integration, options } = integrationOf(row)
        const path = paths.get(pathTemplate)
        const resource = path?.resource ?? this.api.root.resourceForPath(pathTemplate)
        const any = path?.any ?? (integration instanceof LambdaIntegration ? integration : plain)
        if (!path) resource.addMethod('ANY', any)
        paths.set(pathTemplate, { resource, any })
        if (integration !== any) resource.addMethod(method, integration, options)
      }
    }
    const fallbackIntegration = bufferedIntegration(fallback)
    if (!paths.has('/')) this.api.root.addMethod('ANY', fallbackIntegration)
    this.api.root.addProxy({ anyMethod: true, defaultIntegration: fallbackIntegration })
  }

  /**
   * Creates the integrations of a function's routes: the function, or the gateway, which stores their bodies. Emulators
   * cannot store bodies; there the function is called instead.
   */
  private integrations({ fn, stores }: ApiRoutes, { streaming, corsOrigins }: Config) {
    const plain = bufferedIntegration(fn)
    const stream = streaming ? streamedIntegration(fn) : plain
    const { receives, bucket } = stores ?? {}
    const storage = streaming && receives && { fn, receives, bucket: bucket?.name ?? '', bucketArn: bucket?.arn ?? '' }
    const receivedBody =
      storage && new ReceivedBody(this, 'Received', { ...storage, allowsBrowsers: corsOrigins.length > 0 })
    const integrationOf = ({ stream: isStream }: RouteRow) =>
      receivedBody
        ? { integration: receivedBody.integration, options: receivedBody.method }
        : { integration: isStream ? stream : plain }
    return { plain, integrationOf }
  }

  /**
   * Throttles the whole API through a usage plan, because all requests have the one key of the edge. The throttle of a
   * stage would apply to each method separately.
   */
  private requireEdgeKey(edgeKey: string, { throttleRate, throttleBurst }: Config): void {
    const plan = new CfnUsagePlan(this, 'FromEdge', {
      description: 'Requests that the edge forwards',
      apiStages: [{ apiId: this.api.restApiId, stage: this.api.deploymentStage.stageName }],
      throttle: { rateLimit: throttleRate, burstLimit: throttleBurst },
    })
    new CfnUsagePlanKey(this, 'EdgeKey', { keyId: edgeKey, keyType: 'API_KEY', usagePlanId: plan.ref })
  }

  private acceptFindings(): void {
    const authenticationReason =
      'Callers are authenticated in the domain function: key, OAuth token, session, then anonymous'
    waive(
      this,
      { id: 'AwsSolutions-APIG4', reason: authenticationReason },
      { id: 'AwsSolutions-COG4', reason: authenticationReason },
      {
        id: 'AwsSolutions-APIG2',
        reason: 'The function validates requests against the contract and returns errors in the format of the APIs',
      },
      { id: 'AwsSolutions-APIG3', reason: 'The account that deploys chooses its web ACL; none is required' },
    )
  }
}
