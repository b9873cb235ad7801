// #if functions
import { Duration, Names, Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

interface Props {
  /** Name of the export in src/aws/main.ts. */
  readonly handler: string
  readonly timeout: Duration
  readonly alarms: ITopic
  readonly environment: Record<string, string>
  /** Duration without an invocation that raises an alarm. */
  readonly silentFor: Duration
}

/** A function of the bundle. Its role may only write to its own log group until other permissions are granted. */
export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'Logs', { retention: RetentionDays.ONE_MONTH })
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)
    this.fn = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset('dist'),
      handler: `main.${props.handler}`,
      timeout: props.timeout,
      memorySize: $memoryMb,
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      logGroup,
      role,
    })
    this.#alarms(props, logGroup)
  }

  #alarms({ alarms, silentFor }: Props, logGroup: LogGroup): void {
    const hours = Math.max(1, Math.min(168, Math.ceil(silentFor.toHours({ integral: false }))))
    const failing = new Alarm(this, 'Failing', {
      metric: this.fn.metricErrors({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    const silent = new Alarm(this, 'Silent', {
      metric: this.fn.metricInvocations({ period: Duration.hours(1) }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      evaluationPeriods: hours,
      treatMissingData: TreatMissingData.BREACHING,
    })
    // The platform does not count a 5xx response or a single failed message as an error, so log lines report them.
    const faults = logGroup.addMetricFilter('Faults', {
      filterPattern: FilterPattern.any(
        FilterPattern.numberValue('$.status', '>=', 500),
        FilterPattern.stringValue('$.outcome', '=', 'failed'),
      ),
      metricNamespace: Stack.of(this).stackName,
      metricName: `${Names.uniqueId(this)}Faults`,
    })
    const faulty = new Alarm(this, 'Faulty', {
      metric: faults.metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    for (const alarm of [failing, faulty, silent]) alarm.addAlarmAction(new SnsAction(alarms))
  }
}
// #endif
