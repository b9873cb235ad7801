import { Duration, Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { DomainFunction } from './domain-function.ts'
import { versionWaiver, waive } from './waivers.ts'

export interface EventRelayProps {
  readonly config: Config
  readonly table: ITable
}

/** The bus of the platform's events, and who sends those that their writers could not. */
export class EventRelay extends Construct {
  readonly bus: EventBus
  constructor(scope: Construct, id: string, { config, table }: EventRelayProps) {
    super(scope, id)
    this.bus = new EventBus(this, 'Bus', { description: `Events of the stage ${config.stage}, as CloudEvents` })
    const relay = new DomainFunction(this, 'Relay', {
      config,
      bundle: 'events-relay',
      description: 'Sends events that were written and not sent',
      environment: { TABLE_NAME: table.tableName, BUS_NAME: this.bus.eventBusName },
      memoryMb: 256,
      timeout: Duration.minutes(1),
    })
    relay
      .allow(['dynamodb:Query'], [`${table.tableArn}/index/gsi1`])
      .allowRows(['dynamodb:GetItem', 'dynamodb:DeleteItem'], table.tableArn, ['OUTBOX#'])
      .allow(['events:PutEvents'], [this.bus.eventBusArn])
    // The scheduler's role stands beside the construct, in the stack.
    waive(Stack.of(this), versionWaiver(relay.fn))
    new Schedule(this, 'Every', {
      description: 'Every minute',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(relay.fn, { input: ScheduleTargetInput.fromObject({ source: 'schedule' }) }),
    })
  }
}
