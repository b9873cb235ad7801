import { awsCall } from '../../lib/local/aws-call.ts'
import type { RunningStack } from '../../lib/local/stack.ts'
import type { ArnForms } from './rights/needed-rights.ts'
import type { TestStack } from './test-stack.ts'

const requireFirst = <T>([value]: readonly T[]): T => {
  if (value === undefined) throw new Error('The stack lacks a resource that the tests need')
  return value
}

/** Returns the ARNs of resources in the local account. */
export const arnForms = ({ app }: RunningStack): ArnForms => {
  const arn = (service: string, rest: string) =>
    String(app.functions[0]?.arn).replace(/:lambda:(.*):function:.*$/, `:${service}:$1:${rest}`)
  return {
    table: (name) => arn('dynamodb', `table/${name}`),
    queue: (name) => arn('sqs', name),
    alarm: (name) => arn('cloudwatch', `alarm:${name}`),
    bus: (name) => arn('events', `event-bus/${name}`),
    fn: (name) => arn('lambda', `function:${name}`),
    secret: (name) => arn('secretsmanager', `secret:${name}`),
    userPool: (id) => arn('cognito-idp', `userpool/${id}`),
    key: (id) => arn('kms', `key/${id}`),
    identity: (name) => arn('ses', `identity/${name}`),
  }
}

const receiptKeysOf = ({ app }: RunningStack) => {
  const { name, environment } = requireFirst(app.functions.filter(({ bundle }) => bundle === 'receipts-keys'))
  const { environment: publicEnvironment } = requireFirst(
    app.functions.filter(({ bundle }) => bundle === 'receipts-public'),
  )
  return { name, environment, bucket: String(publicEnvironment.BUCKET_NAME) }
}

/** Returns the name of the secret, from the variables of a function that reads it. */
const stripeSecretOf = ({ app }: RunningStack): string =>
  String(app.functions.find(({ environment }) => environment.STRIPE_SECRET)?.environment.STRIPE_SECRET)

const originKeyOf = async ({ app, aws }: RunningStack): Promise<string> => {
  const { name } = requireFirst(app.secrets.filter((secret) => secret.name.endsWith('origin-key')))
  const target = 'secretsmanager.GetSecretValue'
  return (await awsCall<{ SecretString: string }>(aws.endpoint, target, { SecretId: name })).SecretString
}

/** Describes a stack for tests. `state` is its state folder. */
export const describeStack = async (stack: RunningStack, state: string): Promise<TestStack> => ({
  kind: 'local',
  urls: stack.urls as Record<string, string>,
  control: stack.control,
  state,
  aws: stack.aws.endpoint,
  table: requireFirst(stack.app.tables).name,
  bucket: requireFirst(stack.app.buckets).name,
  pepperSecret: requireFirst(stack.app.secrets).arn,
  originKey: await originKeyOf(stack),
  receiptKeys: receiptKeysOf(stack),
  ...(stack.stripe === undefined ? {} : { stripe: { url: stack.stripe, secret: stripeSecretOf(stack) } }),
  keys: Object.fromEntries(Object.entries(stack.identities).map(([name, { genKey }]) => [name, genKey])),
  platformKeys: Object.fromEntries(
    Object.entries(stack.identities).map(([name, { platKey }]) => [name, String(platKey)]),
  ),
})
