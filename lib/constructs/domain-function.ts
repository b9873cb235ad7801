import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type CfnFunction,
  Code,
  type ILayerVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { functionWaivers, waive } from './waivers.ts'

export interface DomainFunctionProps {
  readonly config: Config
  /** Name of the bundle in dist/: the path of its handler under lambdas/, joined by dashes. */
  readonly bundle: string
  readonly description: string
  readonly environment: Readonly<Record<string, string>>
  /** A full vCPU comes at 1769 MB. */
  readonly memoryMb: number
  readonly timeout: Duration
  readonly layers?: readonly ILayerVersion[]
}

/** One Lambda function with its log group and its error alarm. Rights are granted by `allow`, action by action. */
export class DomainFunction extends Construct {
  readonly fn: LambdaFunction
  readonly timeout: Duration
  constructor(scope: Construct, id: string, props: DomainFunctionProps) {
    super(scope, id)
    const { config, bundle, description, environment, memoryMb, timeout, layers = [] } = props
    this.timeout = timeout
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    this.fn = new LambdaFunction(this, 'Fn', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: config.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: Code.fromAsset(`dist/${bundle}`),
      memorySize: memoryMb,
      timeout,
      layers: [...layers],
      environment: { ...environment, NODE_OPTIONS: '--enable-source-maps' },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
    })
    waive(this, ...functionWaivers)
    // The local runner runs the bundle by this name, so that a changed handler is picked up without a new synth.
    const resource = this.fn.node.defaultChild as CfnFunction
    resource.addMetadata('signet:bundle', bundle)
    this.fn.metricErrors({ period: Duration.minutes(5) }).createAlarm(this, 'Errors', {
      alarmDescription: `${bundle} threw: see its log group for lines of level error`,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  /** Grants actions on resources; conditions narrow further, for example to the partition keys a domain owns. */
  allow(actions: readonly string[], resources: readonly string[], conditions?: Record<string, unknown>): this {
    this.fn.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [...actions],
        resources: [...resources],
        ...(conditions ? { conditions } : {}),
      }),
    )
    return this
  }

  /** Row-level rights: only partitions whose key begins with one of these prefixes can be reached. */
  allowRows(actions: readonly string[], tableArn: string, prefixes: readonly string[]): this {
    return this.allow(actions, [tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
    })
  }
}
