import { Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { type Config, isProtected } from '../config.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { removalPolicyOf } from '../constructs/removal-policy.ts'
import { outputReference, type SharedData } from '../constructs/shared-data.ts'
import { signingKey } from '../constructs/signing-key.ts'

export interface WitnessStackProps extends StackProps {
  readonly config: Config
  readonly signingKeys: readonly string[]
}

/** A resource of the platform. The witness has no access, so a function that requires one fails to deploy. */
const UNAVAILABLE = { name: 'none', arn: 'none' }

/**
 * The resources of the log's witness: a table, a key and a topic of alarms. It shares nothing with the platform, so it
 * can be in a separate account, in which operators of the platform cannot change its records.
 */
export class WitnessStack extends Stack {
  readonly shared: SharedData
  constructor(scope: Construct, id: string, { config, signingKeys, ...props }: WitnessStackProps) {
    super(scope, id, { ...props, terminationProtection: isProtected(config) })
    const { tableName, tableArn } = this.addTable(config)
    const { topic } = new AlarmTopic(this, 'Alarms', 'Signet witness', config.pageEmail ?? config.alarmEmail)
    const topicArn = outputReference(this, 'AlarmTopic', topic.topicArn)
    this.shared = {
      table: {
        name: outputReference(this, 'WitnessedName', tableName),
        arn: outputReference(this, 'WitnessedArn', tableArn),
      },
      buckets: {},
      secrets: {},
      sessions: { SESSION_ISSUER: 'none', SESSION_CLIENT_ID: 'none' },
      userPool: undefined,
      signingKeys: Object.fromEntries(signingKeys.map((name) => [name, signingKey(this, name, config)])),
      bus: UNAVAILABLE,
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
