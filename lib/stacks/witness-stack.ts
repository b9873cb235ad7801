import { Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { type Config, isProtected } from '../config.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { removalPolicyOf } from '../constructs/removal-policy.ts'
import { published, type SharedData } from '../constructs/shared-data.ts'
import { signingKey } from '../constructs/signing-key.ts'

export interface WitnessStackProps extends StackProps {
  readonly config: Config
  readonly signingKeys: readonly string[]
}

/** Nothing of the platform: a function that asks for it does not deploy. */
const NONE = { name: 'none', arn: 'none' }

/**
 * What the witness of the log owns: a table, a key and a topic of alarms. It shares nothing with the platform, so that it
 * may stand in an account of its own, where whoever runs the platform cannot change what it saw.
 */
export class WitnessStack extends Stack {
  readonly shared: SharedData
  constructor(scope: Construct, id: string, { config, signingKeys, ...props }: WitnessStackProps) {
    super(scope, id, { ...props, terminationProtection: isProtected(config) })
    const { tableName, tableArn } = this.addTable(config)
    const { topic } = new AlarmTopic(this, 'Alarms', 'Signet witness', config.pageEmail ?? config.alarmEmail)
    const topicArn = published(this, 'AlarmTopic', topic.topicArn)
    this.shared = {
      table: { name: published(this, 'WitnessedName', tableName), arn: published(this, 'WitnessedArn', tableArn) },
      buckets: {},
      secrets: {},
      sessions: { SESSION_ISSUER: 'none', SESSION_CLIENT_ID: 'none' },
      userPool: undefined,
      signingKeys: Object.fromEntries(signingKeys.map((name) => [name, signingKey(this, name, config)])),
      bus: NONE,
      originKey: undefined,
      alarmTopicArn: topicArn,
      pageTopicArn: topicArn,
    }
  }

  private addTable(config: Config): TableV2 {
    return new TableV2(this, 'Witnessed', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected(config),
      removalPolicy: removalPolicyOf(config),
    })
  }
}
