import { createHash } from 'node:crypto'
import type { AssemblyStack, TemplateResource } from './assembly.ts'

export interface Identity {
  readonly ref: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * Returns a deterministic name, so that later runs find the state. A name that is too long is cut and ends with a
 * digest.
 */
export const physicalName = (stack: string, logicalId: string, max: number): string => {
  const fullName = `${stack.startsWith('signet') ? '' : 'signet-local-'}${stack}-${logicalId}`
  return fullName.length <= max ? fullName : `${fullName.slice(0, max - 9)}-${digest(fullName)}`
}

interface Scheme {
  readonly nameProperty?: string
  readonly max?: number
  readonly isLowerCase?: boolean
  identify(name: string, stack: AssemblyStack, endpoint: string): Omit<Identity, 'name'>
}

const arn = ({ region, account }: AssemblyStack, service: string, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`

const arnIdentity =
  (service: string, kind: string): Scheme['identify'] =>
  (name, stack) => ({
    ref: name,
    attributes: { Arn: arn(stack, service, `${kind}${name}`) },
  })

const table = (name: string, stack: AssemblyStack): Omit<Identity, 'name'> => {
  const tableArn = arn(stack, 'dynamodb', `table/${name}`)
  return {
    ref: name,
    attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/2026-01-01T00:00:00.000`, TableId: name },
  }
}

export const userPoolIssuer = (region: string, id: string): string =>
  `https://cognito-idp.${region}.amazonaws.com/${id}`

const pool = (name: string, stack: AssemblyStack): Omit<Identity, 'name'> => {
  const id = `${stack.region}_${createHash('sha256').update(name).digest('hex').slice(0, 9)}`
  const issuer = userPoolIssuer(stack.region, id)
  const attributes = { Arn: arn(stack, 'cognito-idp', `userpool/${id}`), ProviderURL: issuer, UserPoolId: id }
  return { ref: id, attributes }
}

const role = (name: string, { account }: AssemblyStack): Omit<Identity, 'name'> => ({
  ref: name,
  attributes: { Arn: `arn:aws:iam::${account}:role/${name}`, RoleId: `AROA${digest(name)}` },
})

/**
 * Returns the identity of an alias. Its ARN is that of its function with its name, because locally the function runs.
 */
const alias = (stack: AssemblyStack, fn: unknown, name: unknown): Identity => {
  const ref = arn(stack, 'lambda', `function:${String(fn)}:${String(name)}`)
  return { ref, name: String(name), attributes: { AliasArn: ref } }
}

const SCHEMES: Readonly<Record<string, Scheme>> = {
  'AWS::DynamoDB::Table': { nameProperty: 'TableName', max: 255, identify: table },
  'AWS::DynamoDB::GlobalTable': { nameProperty: 'TableName', max: 255, identify: table },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    max: 63,
    isLowerCase: true,
    identify: (name, { region }) => ({
      ref: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        DomainName: `${name}.s3.amazonaws.com`,
        RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
      },
    }),
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    max: 80,
    identify: (name, stack, endpoint) => {
      const url = `${endpoint}/${stack.account}/${name}`
      return { ref: url, attributes: { Arn: arn(stack, 'sqs', name), QueueName: name, QueueUrl: url } }
    },
  },
  'AWS::Lambda::Function': { nameProperty: 'FunctionName', max: 64, identify: arnIdentity('lambda', 'function:') },
  'AWS::Lambda::Url': {
    identify: (name, stack) => ({
      ref: arn(stack, 'lambda', `function:${name}`),
      attributes: { FunctionUrl: `https://${name.toLowerCase()}.lambda-url.${stack.region}.on.aws/` },
    }),
  },
  'AWS::StepFunctions::StateMachine': {
    nameProperty: 'StateMachineName',
    max: 80,
    identify: (name, stack) => {
      const machine = arn(stack, 'states', `stateMachine:${name}`)
      return { ref: machine, attributes: { Arn: machine, Name: name } }
    },
  },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    max: 200,
    identify: (name, stack) => {
      // AWS appends six random characters; here they are derived from the name, so that the ARN stays the same.
      const secret = arn(stack, 'secretsmanager', `secret:${name}-${digest(name).slice(0, 6)}`)
      return { ref: secret, attributes: { Arn: secret, Id: secret } }
    },
  },
  'AWS::KMS::Key': {
    identify: (name, stack) => {
      const hex = createHash('sha256').update(name).digest('hex')
      const id = [8, 12, 16, 20, 32].map((end, i, ends) => hex.slice(ends[i - 1] ?? 0, end)).join('-')
      return { ref: id, attributes: { Arn: arn(stack, 'kms', `key/${id}`), KeyId: id } }
    },
  },
  'AWS::ApiGateway::RestApi': {
    identify: (name) => {
      const id = createHash('sha256').update(name).digest('hex').slice(0, 10)
      return { ref: id, attributes: { RestApiId: id, RootResourceId: `${id}-root` } }
    },
  },
  'AWS::CloudFront::Function': {
    identify: (name, stack) => {
      const fn = arn(stack, 'cloudfront', `function/${name}`)
      return { ref: fn, attributes: { Arn: fn, FunctionARN: fn } }
    },
  },
  'AWS::CloudFront::OriginAccessControl': { identify: (name) => ({ ref: name, attributes: { Id: name } }) },
  'AWS::CloudFront::Distribution': {
    identify: (name) => {
      const id = createHash('sha256').update(name).digest('hex').slice(0, 13)
      return { ref: id, attributes: { Id: id, DomainName: `d${id}.cloudfront.net` } }
    },
  },
  'AWS::Cognito::UserPool': { identify: pool },
  'AWS::Cognito::UserPoolClient': {
    identify: (name) => {
      const id = createHash('sha256').update(name).digest('hex').slice(0, 26)
      return { ref: id, attributes: { ClientId: id } }
    },
  },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    max: 64,
    identify: arnIdentity('scheduler', 'schedule/default/'),
  },
  'AWS::Events::EventBus': {
    nameProperty: 'Name',
    max: 256,
    identify: (name, stack) => ({
      ref: name,
      attributes: { Arn: arn(stack, 'events', `event-bus/${name}`), Name: name },
    }),
  },
  'AWS::Events::Rule': { nameProperty: 'Name', max: 64, identify: arnIdentity('events', 'rule/') },
  'AWS::IAM::Role': { nameProperty: 'RoleName', max: 64, identify: role },
}

/**
 * Returns the name, `Ref` and attributes of a resource. For a type without a scheme (ignored types, stages) the name is
 * its StageName or generated, and the ARN has the usual form.
 */
export const identify = (
  stack: AssemblyStack,
  logicalId: string,
  { Type, Properties = {} }: TemplateResource,
  { endpoint, resolve }: { readonly endpoint: string; resolve(value: unknown): unknown },
): Identity => {
  const scheme = SCHEMES[Type]
  if (Type === 'AWS::Lambda::Alias') return alias(stack, resolve(Properties.FunctionName), resolve(Properties.Name))
  if (!scheme) {
    const name = String(resolve(Properties.StageName) ?? physicalName(stack.name, logicalId, 128))
    const service = Type.split('::')[1]?.toLowerCase() ?? 'unknown'
    return { ref: name, name, attributes: { Arn: arn(stack, service, name) } }
  }
  const explicit = scheme.nameProperty === undefined ? undefined : resolve(Properties[scheme.nameProperty])
  const generated = physicalName(stack.name, logicalId, scheme.max ?? 128)
  const fifo = Type === 'AWS::SQS::Queue' && resolve(Properties.FifoQueue) === true
  const selectedName = typeof explicit === 'string' ? explicit : fifo ? `${generated.slice(0, 75)}.fifo` : generated
  const name = scheme.isLowerCase ? selectedName.toLowerCase() : selectedName
  return { name, ...scheme.identify(name, stack, endpoint) }
}
