import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import {
  announceFiles,
  eventStream,
  filesBucket,
  httpApi,
  receiveConnections,
  receiveMessages,
  recordsTable,
  serviceSecret,
  socketApi,
  staticSite,
  workQueue,
} from './resources.ts'
import { grantConnections, grantFiles, grantModel } from './rights.ts'
import { ServiceFunction } from './service-function.ts'
import { settings } from './settings.ts'

/** The whole service. Each function only has the permissions that it needs. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)
    // #if functions
    /** Subscribe an operator to this topic. */
    const alarms = new Topic(this, 'Alarms', { enforceSSL: true })
    // #endif
    // #if records
    const table = recordsTable(this)
    // #endif
    // #if sends || queue || file
    const queue = workQueue(this, alarms)
    // #endif
    // #if objects
    const bucket = filesBucket(this)
    // #endif
    // #if secrets
    const secret = serviceSecret(this)
    // #endif
    // #if connection
    const { sockets, url } = socketApi(this)
    // #endif

    // #each function
    const $triggerFunction = new ServiceFunction(this, '$construct', {
      handler: '$trigger',
      timeout: Duration.seconds($timeoutSeconds),
      silentFor: $silentFor,
      alarms,
      environment: {
        // #if usesRecords
        TABLE_NAME: table.tableName,
        // #endif
        // #if usesQueue
        QUEUE_URL: queue.queueUrl,
        // #endif
        // #if usesObjects
        BUCKET_NAME: bucket.bucketName,
        // #endif
        // #if usesSecrets
        SECRET_ID: secret.secretName,
        // #endif
        // #if usesConnections
        CONNECTIONS_URL: url,
        // #endif
        // #if settings
        ...settings,
        // #endif
      },
    })
    // #if usesRecords
    table.grant($triggerFunction.fn, $tableVerbs)
    // #endif
    // #if usesQueue
    queue.grant($triggerFunction.fn, 'sqs:SendMessage')
    // #endif
    // #if usesObjects
    grantFiles(this, $triggerFunction, bucket, { reads: $readFolders, writes: $writeFolders })
    // #endif
    // #if usesSecrets
    $triggerFunction.fn.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }),
    )
    // #endif
    // #if usesConnections
    grantConnections(this, $triggerFunction, sockets)
    // #endif
    // #if usesModel
    grantModel(this, $triggerFunction, settings.MODEL_ID)
    // #endif

    // #endeach
    // #if http && !site
    httpApi(this, httpFunction, alarms)
    // #endif
    // #if queue
    receiveMessages(queueFunction, queue)
    // #endif
    // #if file
    announceFiles(this, bucket, queue)
    receiveMessages(fileFunction, queue)
    // #endif
    // #if schedule
    new Rule(this, 'Clock', {
      schedule: Schedule.expression('$schedule'),
      targets: [new LambdaFunction(scheduleFunction.fn, { retryAttempts: 2 })],
    })
    // #endif
    // #if stream
    eventStream(this, streamFunction, alarms)
    // #endif
    // #if connection
    receiveConnections(this, connectionFunction, sockets)
    // #endif
    // #if site && http
    staticSite(this, httpApi(this, httpFunction, alarms))
    // #endif
    // #if site && !http
    $staticSite(this)
    // #endif
  }
}
