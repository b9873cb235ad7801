import type { NamedResource } from '@signet/kernel/access'
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { EventBus } from 'aws-cdk-lib/aws-events'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { type Config, isProtected } from '../config.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { archiveBucket, exportsBucket, logBucket, readingsBucket, trustBucket } from '../constructs/data-buckets.ts'
import { OriginKey } from '../constructs/origin-key.ts'
import { privateBucket } from '../constructs/private-bucket.ts'
import { ProviderSecrets } from '../constructs/provider-secrets.ts'
import { removalPolicyOf } from '../constructs/removal-policy.ts'
import { type BucketKey, restoredBucket, restoredTable } from '../constructs/restored-data.ts'
import { SessionIssuer } from '../constructs/session-issuer.ts'
import { outputReference, type SharedData } from '../constructs/shared-data.ts'
import { signingKey } from '../constructs/signing-key.ts'
import { StripeSecret } from '../constructs/stripe-secret.ts'
import { waive } from '../constructs/waivers.ts'

export interface DataStackProps extends StackProps {
  readonly config: Config
  /** Days until the service deletes an image. The bucket deletes it a day later, if the service did not. */
  readonly imageLifetimeDays: number
  readonly hasEvents: boolean
  readonly signingKeys: readonly string[]
}

/** Everything that outlives a deployment: the table, the buckets, the secrets, the users. Tests pin the logical ids. */
export class DataStack extends Stack {
  readonly shared: SharedData
  constructor(
    scope: Construct,
    id: string,
    { config, imageLifetimeDays, hasEvents, signingKeys, ...props }: DataStackProps,
  ) {
    super(scope, id, { ...props, terminationProtection: isProtected(config) })
    const table = this.addTable(config)
    const images = this.addImages(config, imageLifetimeDays)
    const archive = archiveBucket(this, 'Archive', config)
    const exports = exportsBucket(this, 'Exports', config)
    const log = logBucket(this, 'ReceiptLog', config)
    const readings = readingsBucket(this, 'Readings', config)
    const pepper = this.addSecret('Pepper', config, {
      description: 'Key of the digests of API keys and anonymous addresses',
      whyNoRotation: 'A new pepper would invalidate every key digest; API keys are rotated individually instead',
    })
    const providers = new ProviderSecrets(this, 'Providers', config)
    const sessions = new SessionIssuer(this, 'Sessions', config)
    const bus = hasEvents ? new EventBus(this, 'Events', { description: 'Events of all services' }) : undefined
    const { topic } = new AlarmTopic(this, 'Alarms', 'Signet alarms', config.alarmEmail)
    const pages = new AlarmTopic(this, 'Pages', 'Signet pages', config.pageEmail ?? config.alarmEmail).topic
    const platformCalls = this.addSecret('PlatformCalls', config, {
      description: 'Signs calls of the platform to other services on behalf of people and organizations',
      whyNoRotation:
        'A signature is valid for a minute: operators set a new value, and functions read it within minutes',
    })
    const agentTokens = this.addSecret('AgentTokens', config, {
      description: 'Source of the key that signs access tokens of agents',
      whyNoRotation:
        'Operators set a new value: functions read it within minutes, and accept the previous key until its tokens expire',
    })
    const secrets = {
      pepper: outputReference(this, 'PepperSecret', pepper.secretArn),
      'platform-calls': outputReference(this, 'PlatformCallsSecret', platformCalls.secretArn),
      'agent-tokens': outputReference(this, 'AgentTokensSecret', agentTokens.secretArn),
      stripe: new StripeSecret(this, 'Stripe', config).output,
      ...providers.outputs,
    }
    this.shared = {
      table: this.usedTable(config, table),
      buckets: {
        images: this.usedBucket(config, 'images', { output: 'Bucket', bucket: images }),
        archive: this.usedBucket(config, 'archive', { output: 'ArchiveBucket', bucket: archive }),
        exports: this.usedBucket(config, 'exports', { output: 'ExportsBucket', bucket: exports }),
        'receipt-log': this.ownBucket('ReceiptLogBucket', log),
        readings: this.ownBucket('ReadingsBucket', readings),
        trust: this.ownBucket('TrustBucket', trustBucket(this, 'Trust', config)),
      },
      secrets,
      sessions: this.sessionVariables(config, sessions.environment),
      userPool: this.signInPool(sessions),
      signingKeys: Object.fromEntries(signingKeys.map((name) => [name, signingKey(this, name, config)])),
      originKey: config.edge === 'off' ? undefined : new OriginKey(this, 'OriginKey', config).names,
      bus: {
        name: outputReference(this, 'EventBusName', bus?.eventBusName ?? 'none'),
        arn: outputReference(this, 'EventBusArn', bus?.eventBusArn ?? 'none'),
      },
      alarmTopicArn: outputReference(this, 'AlarmTopic', topic.topicArn),
      pageTopicArn: outputReference(this, 'PageTopic', pages.topicArn),
    }
  }

  /**
   * Returns the user pool, if it issues the sessions. Its outputs remain when an issuer is configured, because deployed
   * functions still read them.
   */
  private signInPool({ pool, isPoolIssuer }: SessionIssuer): NamedResource | undefined {
    if (pool === undefined) return undefined
    const name = outputReference(this, 'SignInPoolId', pool.userPoolId)
    const arn = outputReference(this, 'SignInPoolArn', pool.userPoolArn)
    return isPoolIssuer ? { name, arn } : undefined
  }

  /**
   * Returns the table to use. The outputs of the stage's own table remain when a restored one is configured, because
   * deployed functions still read them.
   */
  private usedTable(config: Config, { tableName, tableArn }: TableV2): NamedResource {
    const name = outputReference(this, 'TableName', tableName)
    const arn = outputReference(this, 'TableArn', tableArn)
    return restoredTable(this, config) ?? { name, arn }
  }

  private ownBucket(output: string, { bucketName, bucketArn }: Bucket): NamedResource {
    return {
      name: outputReference(this, `${output}Name`, bucketName),
      arn: outputReference(this, `${output}Arn`, bucketArn),
    }
  }

  private usedBucket(
    config: Config,
    key: BucketKey,
    { output, bucket }: { readonly output: string; readonly bucket: Bucket },
  ): NamedResource {
    const ownBucket = this.ownBucket(output, bucket)
    return restoredBucket(this, config, key) ?? ownBucket
  }

  /**
   * Returns the session variables of functions. A configured issuer is written directly into their templates. An output
   * would change only this stack's template, and the CDK does not deploy stacks with unchanged templates.
   */
  private sessionVariables(
    { sessionIssuer, sessionClient }: Config,
    { SESSION_ISSUER, SESSION_CLIENT_ID }: SessionIssuer['environment'],
  ): SharedData['sessions'] {
    const outputs = {
      SESSION_ISSUER: outputReference(this, 'SessionIssuer', SESSION_ISSUER),
      SESSION_CLIENT_ID: outputReference(this, 'SessionClient', SESSION_CLIENT_ID),
    }
    if (sessionIssuer === undefined || sessionClient === undefined) return outputs
    return { SESSION_ISSUER: sessionIssuer, SESSION_CLIENT_ID: sessionClient }
  }

  private addTable(config: Config): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          // Sparse: only rows that still require work, such as jobs that have not ended.
          indexName: 'gsi1',
          partitionKey: { name: 'gsi1pk', type: AttributeType.STRING },
          sortKey: { name: 'gsi1sk', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected(config),
      removalPolicy: removalPolicyOf(config),
    })
  }

  private addImages(config: Config, imageLifetimeDays: number): Bucket {
    return privateBucket(this, 'Images', {
      config,
      whyNoAccessLog: 'Only functions reach the objects, and the log of the asset function contains every read',
      lifecycleRules: [
        // Lifecycle counts whole days and runs late, so reads check the time (spec image-service 2.6).
        { id: 'images', prefix: 'img/', expiration: Duration.days(imageLifetimeDays + 1) },
        { id: 'texts', prefix: 'txt/', expiration: Duration.days(imageLifetimeDays + 1) },
        { id: 'inputs', prefix: 'tmp/', expiration: Duration.days(2) },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }

  private addSecret(
    id: string,
    config: Config,
    { description, whyNoRotation }: { readonly description: string; readonly whyNoRotation: string },
  ): Secret {
    const secret = new Secret(this, id, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(config),
    })
    waive(secret, { id: 'AwsSolutions-SMG4', reason: whyNoRotation })
    return secret
  }
}
