// #if functions
import { randomUUID } from 'node:crypto'
import * as handler from '../handler.ts'
import type { Deps } from '../ports.ts'
import { bedrockModel } from './bedrock-model.ts'
import { dynamoClient } from './dynamo-client.ts'
import { DynamoRecords } from './dynamo-records.ts'
import { entriesOf } from './events.ts'
import { gatewayConnections } from './gateway-connections.ts'
import { s3Objects } from './s3-objects.ts'
import { secretsManager } from './secrets-manager.ts'
import { sqsQueue } from './sqs-queue.ts'

const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`The environment has no ${name}`)
  return value
}

// #if clients
const clients = new Map<string, unknown>()
/** Creates a client on first use. It lives as long as the function instance. */
const clientOf = <T>(name: string, create: () => T): T => {
  if (!clients.has(name)) clients.set(name, create())
  return clients.get(name) as T
}
// #endif

const deps: Deps = {
  now: Date.now,
  newId: randomUUID,
  // #if random
  random: Math.random,
  // #endif
  // #if sleep
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // #endif
  // One line of JSON. The prefix of console.log would break metric filters.
  log: (entry) => void process.stdout.write(`${JSON.stringify(entry)}\n`),
  fetch: (url, init) => fetch(url, init),
  secret: async (name) => {
    // #if secrets
    if ($secretNames.includes(name))
      return clientOf('secrets', () => secretsManager(variable('SECRET_ID'), Date.now))(name)
    // #endif
    throw new Error(`This service has no secret ${name}`)
  },
  setting: variable,
  // #if records
  get records() {
    return clientOf('records', () => new DynamoRecords(dynamoClient(), variable('TABLE_NAME'), Date.now))
  },
  // #endif
  // #if sends
  get queue() {
    return clientOf('queue', () => sqsQueue(variable('QUEUE_URL')))
  },
  // #endif
  // #if objects
  get objects() {
    return clientOf('objects', () => s3Objects(variable('BUCKET_NAME')))
  },
  // #endif
  // #if model
  get model() {
    return clientOf('model', () => bedrockModel(variable('MODEL_ID')))
  },
  // #endif
  // #if connections
  get connections() {
    return clientOf('connections', () => gatewayConnections(variable('CONNECTIONS_URL')))
  },
  // #endif
}

/** The handlers of the functions. */
export const {
  // #if http
  http,
  // #endif
  // #if queue
  queue,
  // #endif
  // #if file
  file,
  // #endif
  // #if schedule
  schedule,
  // #endif
  // #if stream
  stream,
  // #endif
  // #if connection
  connection,
  // #endif
} = entriesOf(handler, deps)
// #endif
