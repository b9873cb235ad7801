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
import type { ApiKey } from '../apis.ts'
import { type Config, isProduction, isWatched } from '../config.ts'
import { ACCESS_LOG_SIGNALS } from '../operations/signals.ts'
import { addGatewayErrors } from './gateway-answers.ts'
import { addSignals } from './log-signals.ts'
import { ReceivedBody } from './received-body.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

export interface ContractApiProps {
  readonly config: Config
  readonly key: ApiKey
  readonly description: string
  readonly routes: readonly ApiRoutes[]
  /** Answers unknown paths (404) in our error shape; a known path answers other methods (405) by its own function. */
  readonly fallback: IFunction
  /** Requests of a rate whose state every answer shows; undefined: there is none. */
  readonly shownRate?: number | undefined
  /** Id of the edge's API key; without it anybody may call. */
  readonly edgeKey?: string | undefined
  readonly larger?: readonly string[]
}

interface ApiRoutes {
  readonly fn: IFunction
  readonly rows: readonly RouteRow[]
  readonly stores?: { readonly receives: Receiving; readonly bucket: NamedResource }
}

/** The stage of every REST API, which its own address has as a path. */
export const API_STAGE = 'live'

/** As long as API Gateway lets an integration stream. */
const STREAM_TIMEOUT = Duration.minutes(15)

const buffered = (fn: IFunction) => new LambdaIntegration(fn, { scopePermissionToMethod: false })

const streamed = (fn: IFunction) =>
  new LambdaIntegration(fn, {
    scopePermissionToMethod: false,
    responseTransferMode: ResponseTransferMode.STREAM,
    timeout: STREAM_TIMEOUT,
  })

/**
 * Media types of bodies that are bytes, by the API that takes them. JSON is one of the platform's: what exporters of OTLP send is
 * compressed, and says that it is JSON.
 */
const BODIES: Readonly<Partial<Record<ApiKey, readonly string[]>>> = {
  platform: [...ARTIFACT_TYPES, 'application/x-zip-compressed', 'application/x-protobuf'],
}

/**
 * Which bodies API Gateway hands on byte by byte, in base64. All others it reads as UTF-8 and puts U+FFFD for what is none. An
 * emulator, which sends images whole, hands on all of them so.
 */
const binaryBodies = (key: ApiKey, { streaming }: Config): Pick<RestApiProps, 'binaryMediaTypes'> => {
  const types = BODIES[key]
  if (!streaming) return { binaryMediaTypes: ['*/*'] }
  return types === undefined ? {} : { binaryMediaTypes: [...types] }
}

/** A REST API with exactly the routes of the contracts, and every gateway error in our `{ error, code }` shape. */
export class ContractApi extends Construct {
  readonly api: RestApi
  constructor(scope: Construct, id: string, props: ContractApiProps) {
    super(scope, id)
    const { config, key, description, routes, fallback, shownRate, edgeKey, larger = [] } = props
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    this.api = new RestApi(this, 'Api', {
      // Metrics go by the name, so that it tells stages and APIs apart.
      restApiName: `signet-${config.stage}-${key}`,
      description,
      endpointTypes: [EndpointType.REGIONAL],
      ...binaryBodies(key, config),
      // The account's role for logs is GatewayLogging's.
      cloudWatchRole: false,
      ...(config.edge === 'on' ? { defaultMethodOptions: { apiKeyRequired: true } } : {}),
      deployOptions: {
        stageName: API_STAGE,
        tracingEnabled: true,
        // For each method, and so each a custom metric that is paid; those of the API as a whole are always there.
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
    if (edgeKey !== undefined) this.takeFromEdge(edgeKey, config)
    addGatewayErrors(this.api, { origins: config.corsOrigins, shownRate, larger })
    if (isWatched(config)) addSignals(this, logGroup, config.stage, ACCESS_LOG_SIGNALS)
    this.acceptFindings()
  }

  /**
   * A path has ANY for the function of its first route, which also answers what no contract has (405) and preflights; a method of
   * its own is only for a route that goes elsewhere. CloudFormation takes 500 resources a stack (docs/adr/0041).
   */
  private addRoutes(routes: readonly ApiRoutes[], fallback: IFunction, config: Config): void {
    const paths = new Map<string, { readonly resource: IResource; readonly any: LambdaIntegration }>()
    for (const each of routes) {
      const { plain, of } = this.integrations(each, config)
      for (const row of each.rows) {
        const { method, pathTemplate } = row
        const { integration, options } = of(row)
        const path = paths.get(pathTemplate)
        const resource = path?.resource ?? this.api.root.resourceForPath(pathTemplate)
        const any = path?.any ?? (integration instanceof LambdaIntegration ? integration : plain)
        if (!path) resource.addMethod('ANY', any)
        paths.set(pathTemplate, { resource, any })
        if (integration !== any) resource.addMethod(method, integration, options)
      }
    }
    const otherwise = buffered(fallback)
    if (!paths.has('/')) this.api.root.addMethod('ANY', otherwise)
    this.api.root.addProxy({ anyMethod: true, defaultIntegration: otherwise })
  }

  /**
   * What answers the routes of a function: itself, or the gateway, which stores their bodies. Emulators know no such thing: there
   * the function is asked without a body being stored.
   */
  private integrations({ fn, stores }: ApiRoutes, { streaming, corsOrigins }: Config) {
    const plain = buffered(fn)
    const stream = streaming ? streamed(fn) : plain
    const { receives, bucket } = stores ?? {}
    const storing = streaming && receives && { fn, receives, bucket: bucket?.name ?? '', bucketArn: bucket?.arn ?? '' }
    const received = storing && new ReceivedBody(this, 'Received', { ...storing, isForPages: corsOrigins.length > 0 })
    const of = ({ stream: isStream }: RouteRow) =>
      received
        ? { integration: received.integration, options: received.method }
        : { integration: isStream ? stream : plain }
    return { plain, of }
  }

  /**
   * The throttle of a stage counts each method by itself; that of a usage plan counts the whole API, as all requests come with
   * the one key of the edge.
   */
  private takeFromEdge(edgeKey: string, { throttleRate, throttleBurst }: Config): void {
    const plan = new CfnUsagePlan(this, 'FromEdge', {
      description: 'What the edge passes on',
      apiStages: [{ apiId: this.api.restApiId, stage: this.api.deploymentStage.stageName }],
      throttle: { rateLimit: throttleRate, burstLimit: throttleBurst },
    })
    new CfnUsagePlanKey(this, 'EdgeKey', { keyId: edgeKey, keyType: 'API_KEY', usagePlanId: plan.ref })
  }

  private acceptFindings(): void {
    const inHandler = 'Callers are authenticated in the domain function: key, OAuth token, session, then anonymous'
    waive(
      this,
      { id: 'AwsSolutions-APIG4', reason: inHandler },
      { id: 'AwsSolutions-COG4', reason: inHandler },
      {
        id: 'AwsSolutions-APIG2',
        reason: 'Requests are validated against the contract in the function, with our errors',
      },
      { id: 'AwsSolutions-APIG3', reason: 'A web ACL is a choice of the account that deploys; none is imposed' },
    )
  }
}
