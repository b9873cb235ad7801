import { readFileSync } from 'node:fs'
import { type LocalApi, readApis } from './api-model.ts'
import type { AssemblyStack, TemplateResource } from './assembly.ts'
import type {
  BucketSpec,
  EventBusSpec,
  EventRuleSpec,
  KeySpec,
  QueueConsumer,
  QueueSpec,
  ScheduleSpec,
  SecretSpec,
  StateMachineSpec,
  TableSpec,
} from './aws/ports.ts'
import { busSpec, eventRules } from './event-model.ts'
import { copierArns } from './files-model.ts'
import { readWebAcl, type WebAcl } from './firewall.ts'
import { type LocalFront, readFronts } from './front-model.ts'
import { type LocalFunction, readFunction } from './function-model.ts'
import { type LogSubscription, logSubscription } from './log-model.ts'
import type { Resolver } from './resolver.ts'
import { functionArn, type Resource, resourceError, TemplateError, templateError } from './resource.ts'
import { userPoolIssuer } from './resource-identity.ts'
import { bucketSpec, keySpec, queueSpec, ruleSchedules, scheduleSpec, secretSpec, tableSpec } from './service-model.ts'

export interface LocalApp {
  readonly functions: readonly LocalFunction[]
  readonly apis: readonly LocalApi[]
  readonly fronts: readonly LocalFront[]
  readonly webAcl: WebAcl | undefined
  readonly tables: readonly TableSpec[]
  readonly buckets: readonly BucketSpec[]
  readonly queues: readonly QueueSpec[]
  readonly consumers: readonly QueueConsumer[]
  readonly machines: readonly StateMachineSpec[]
  readonly schedules: readonly ScheduleSpec[]
  readonly buses: readonly EventBusSpec[]
  readonly rules: readonly EventRuleSpec[]
  readonly logSubscriptions: readonly LogSubscription[]
  readonly secrets: readonly SecretSpec[]
  readonly keys: readonly KeySpec[]
  /** Session issuers of the deployment with their clients; the local issuer replaces them. */
  readonly userPools: readonly { readonly issuer: string; readonly client: string }[]
  /** Resource types that are ignored because they have no observable effect locally. */
  readonly inert: readonly string[]
}

const INERT_TYPES = [
  /^AWS::IAM::/,
  /^AWS::Logs::(?!SubscriptionFilter$)/,
  /^AWS::CloudWatch::/,
  /^AWS::CDK::/,
  /^AWS::XRay::/,
  /^AWS::SNS::/,
  /^AWS::S3::BucketPolicy$/,
  /^AWS::SQS::QueuePolicy$/,
  /^AWS::KMS::Alias$/,
  /^AWS::Lambda::(Permission|Version|Alias|EventInvokeConfig|LayerVersion|LayerVersionPermission)$/,
  /^AWS::SecretsManager::(ResourcePolicy|SecretTargetAttachment)$/,
  /^AWS::Scheduler::ScheduleGroup$/,
  // The local bus has its own archive: GET /_local/events.
  /^AWS::Events::(Archive|EventBusPolicy)$/,
  /^AWS::ApiGateway::(Deployment|Stage|Account|UsagePlan|UsagePlanKey|ApiKey|DomainName|BasePathMapping|RequestValidator|Model)$/,
  /^AWS::(Route53|CertificateManager|WAFv2|Budgets|ApplicationSignals|ResourceGroups)::/,
  /^AWS::Cognito::(UserPoolDomain|ManagedLoginBranding|UserPoolIdentityProvider)$/,
  // The local runner does not cache.
  /^AWS::CloudFront::(CachePolicy|OriginRequestPolicy|ResponseHeadersPolicy|OriginAccessControl)$/,
  // Files for buckets are served from the folder to which the build writes them.
  /^Custom::(S3AutoDeleteObjects|CDKBucketDeployment)$/,
]
/** Inert types whose properties are read together with other resources. */
const READ_INERT_TYPES =
  /^(AWS::(Lambda::(Permission|EventInvokeConfig)|IAM::(Policy|Role)|ApiGateway::Stage|WAFv2::WebACL|CloudFront::ResponseHeadersPolicy)|Custom::CDKBucketDeployment)$/
/** Read together with their RestApi. */
const API_PART_TYPES = /^AWS::ApiGateway::(Resource|Method|Authorizer|GatewayResponse)$/

const isEnabled = (resource: TemplateResource, stack: AssemblyStack, resolver: Resolver): boolean =>
  resource.Condition === undefined || resolver.condition(stack, resource.Condition)

/**
 * Returns the resources of all stacks whose conditions are true, with resolved properties. Ignored types have no
 * properties.
 */
const readResources = (stacks: readonly AssemblyStack[], resolver: Resolver): Resource[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources ?? {})
      .filter(([, resource]) => isEnabled(resource, stack, resolver))
      .map(([logicalId, resource]) => {
        const isInert = INERT_TYPES.some((type) => type.test(resource.Type)) && !READ_INERT_TYPES.test(resource.Type)
        const { name, ref, attributes } = resolver.identity(stack, logicalId)
        const properties = isInert ? {} : resolver.resolve(stack, resource.Properties ?? {})
        return {
          stack,
          logicalId,
          type: resource.Type,
          name,
          ref,
          arn: attributes.Arn ?? ref,
          properties: properties as Record<string, unknown>,
          metadata: resource.Metadata ?? {},
        }
      }),
  )

const machineSpec = ({ stack, name, arn, properties }: Resource): StateMachineSpec => {
  const {
    DefinitionString,
    Definition,
    DefinitionS3Location,
    DefinitionSubstitutions = {},
  } = properties as {
    DefinitionString?: string
    Definition?: unknown
    DefinitionS3Location?: { Key: string }
    DefinitionSubstitutions?: Record<string, string>
  }
  const file = DefinitionS3Location && stack.assets.get(DefinitionS3Location.Key)
  if (DefinitionS3Location && !file) {
    throw templateError(stack, `the assembly has no asset with the definition of ${name}`)
  }
  const text = DefinitionString ?? (file ? readFileSync(file, 'utf8') : JSON.stringify(Definition))
  const definitionText = text.replace(
    /\$\{([A-Za-z0-9_]+)\}/g,
    (match, key: string) => DefinitionSubstitutions[key] ?? match,
  )
  return { name, arn, definition: JSON.parse(definitionText) as unknown }
}

const consumerSpec = (mapping: Resource): QueueConsumer => {
  const { stack, properties } = mapping
  const source = String(properties.EventSourceArn)
  if (!source.startsWith('arn:aws:sqs:')) {
    throw resourceError(mapping, `reads ${source}; only SQS event sources run locally`)
  }
  const scaling = properties.ScalingConfig as { MaximumConcurrency?: number } | undefined
  return {
    queue: source.split(':').at(-1) ?? '',
    functionArn: functionArn(stack, properties.FunctionName),
    batchSize: Number(properties.BatchSize ?? 10),
    windowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
    reportBatchItemFailures:
      (properties.FunctionResponseTypes as string[] | undefined)?.includes('ReportBatchItemFailures') ?? false,
    maxConcurrency: scaling?.MaximumConcurrency,
  }
}

const userPool = ({ stack, ref, properties }: Resource): LocalApp['userPools'][number] => ({
  issuer: userPoolIssuer(stack.region, String(properties.UserPoolId)),
  client: ref,
})

const HANDLED_TYPES = new Set([
  'AWS::DynamoDB::Table',
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Url',
  'AWS::StepFunctions::StateMachine',
  'AWS::Scheduler::Schedule',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::SecretsManager::Secret',
  'AWS::KMS::Key',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::ApiGateway::RestApi',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
])

/**
 * Reads the declarations of the templates.
 * @throws TemplateError for a type with behavior that the local system does not support.
 */
export const readLocalApp = (stacks: readonly AssemblyStack[], resolver: Resolver): LocalApp => {
  const resources = readResources(stacks, resolver)
  const resourcesOf = (...types: string[]) => resources.filter(({ type }) => types.includes(type))
  const others = resources.filter(({ type }) => !HANDLED_TYPES.has(type) && !API_PART_TYPES.test(type))
  const unsupported = others.filter(({ type }) => !INERT_TYPES.some((inert) => inert.test(type)))
  if (unsupported.length > 0) {
    const lines = unsupported.map(({ stack, logicalId, type }) => `${type} ${logicalId} in stack ${stack.name}`)
    throw new TemplateError(
      `The local system does not support these resources:\n  ${lines.join('\n  ')}\nOmit them from the local stage, or add the type to lib/local.`,
    )
  }
  const apis = readApis(resources)
  const copiers = copierArns(resources)
  return {
    functions: resourcesOf('AWS::Lambda::Function')
      .filter(({ arn }) => !copiers.has(arn))
      .map(readFunction),
    apis,
    fronts: readFronts(resources, apis),
    webAcl: readWebAcl(resources),
    tables: resourcesOf('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(tableSpec),
    buckets: resourcesOf('AWS::S3::Bucket').map(bucketSpec),
    queues: resourcesOf('AWS::SQS::Queue').map(queueSpec),
    consumers: resourcesOf('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.Enabled !== false)
      .map(consumerSpec),
    machines: resourcesOf('AWS::StepFunctions::StateMachine').map(machineSpec),
    schedules: [
      ...resourcesOf('AWS::Scheduler::Schedule')
        .filter(({ properties }) => properties.State !== 'DISABLED')
        .map(scheduleSpec),
      ...resourcesOf('AWS::Events::Rule').flatMap(ruleSchedules),
    ],
    buses: resourcesOf('AWS::Events::EventBus').map(busSpec),
    rules: resourcesOf('AWS::Events::Rule').flatMap((rule) => eventRules(rule, resources)),
    logSubscriptions: resourcesOf('AWS::Logs::SubscriptionFilter').map((filter) => logSubscription(filter, resources)),
    secrets: resourcesOf('AWS::SecretsManager::Secret').map(secretSpec),
    keys: resourcesOf('AWS::KMS::Key').map(keySpec),
    userPools: resourcesOf('AWS::Cognito::UserPoolClient').map(userPool),
    inert: [...new Set(others.map(({ type }) => type))].sort(),
  }
}
