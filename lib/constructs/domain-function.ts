import { existsSync } from 'node:fs'
import type { DeployedResources, FunctionAccess, NamedResource } from '@signet/kernel/access'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  type ILayerVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type Config, isWatched } from '../config.ts'
import { functionSignals } from '../operations/function-signals.ts'
import { deployedAccess } from './grants.ts'
import { addSignals } from './log-signals.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { functionWaivers, rightWaivers, traceWaiver, waive } from './waivers.ts'

export interface DomainFunctionProps {
  readonly config: Config
  /** Name of the bundle in dist/: the path of its handler below lambdas/, joined by dashes. */
  readonly bundle: string
  readonly access: FunctionAccess
  readonly deployed: DeployedResources
  readonly layers: readonly ILayerVersion[]
  /** Environments reserved for the function; undefined: it shares the unreserved ones of the account. */
  readonly reserved: number | undefined
}

const LIVE = 'live'

/** Context key for tests, whose apps are never deployed: a folder that replaces the bundle of every function. */
export const ANY_BUNDLE = 'signet:any-bundle'

/**
 * Returns the code of a function. On a laptop the runner loads the bundle by its name, so templates contain no code.
 * @throws Error with the command that bundles the function.
 */
const codeOf = (scope: Construct, { stage }: Config, bundle: string): Code => {
  if (stage === 'local') return Code.fromInline(`// The local runner loads dist/${bundle}`)
  const folder: string = scope.node.tryGetContext(ANY_BUNDLE) ?? `dist/${bundle}`
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: run "npm run build" first`)
  return Code.fromAsset(folder)
}

/** A Lambda function with its log group, in which alarms count lines. Variables and rights follow from its access. */
export class DomainFunction extends Construct {
  readonly fn: LambdaFunction
  readonly timeout: Duration
  readonly logGroup: ILogGroup
  /** Alias that serves requests, on the version deployed last; during a shift also on the previous one. */
  readonly live: Alias | undefined
  constructor(scope: Construct, id: string, props: DomainFunctionProps) {
    super(scope, id)
    const { config, bundle, access, deployed, layers, reserved } = props
    this.timeout = Duration.seconds(access.timeoutSeconds)
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    })
    this.logGroup = logGroup
    const { environment, rights } = deployedAccess(access, deployed)
    this.fn = new LambdaFunction(this, 'Fn', {
      description: access.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: config.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: codeOf(this, config, bundle),
      memorySize: access.memoryMb,
      timeout: this.timeout,
      layers: [...layers],
      environment,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Earlier versions are retained, so that the alias can return to one; `npm run deploy` removes all but the last
      // few. The version of a deployment that was rolled back is removed: it would block another deployment of the same
      // code.
      currentVersionOptions: {
        removalPolicy: isWatched(config) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      },
      // Scheduled runs are traced only as part of an existing trace; otherwise every minute of the month would be
      // traced.
      tracing: access.schedule ? Tracing.PASS_THROUGH : Tracing.ACTIVE,
    })
    for (const { actions, resources, conditions } of rights) {
      this.fn.addToRolePolicy(
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: [...actions],
          resources: [...resources],
          ...(conditions ? { conditions } : {}),
        }),
      )
    }
    waive(this, ...functionWaivers, ...(access.schedule ? [traceWaiver] : []), ...rightWaivers(this, rights))
    // The local runner loads the bundle by this name, so a changed handler needs no new synth.
    const resource = this.fn.node.defaultChild as CfnFunction
    resource.addMetadata('signet:bundle', bundle)
    this.live = access.serves
      ? new Alias(this, 'Live', { aliasName: LIVE, version: this.fn.currentVersion })
      : undefined
    if (isWatched(config)) addSignals(this, logGroup, config.stage, functionSignals(bundle, access))
  }

  /** The alias that serves requests, or the function if it has none. */
  get serving(): IFunction {
    return this.live ?? this.fn
  }

  get identifiers(): NamedResource {
    return { name: this.fn.functionName, arn: this.fn.functionArn }
  }
}
