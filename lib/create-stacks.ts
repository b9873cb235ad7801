import { type App, Fn, type Stack, type StackProps, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { RETENTION } from '../lambdas/images/contract/retention.ts'
import { type Config, isEmulated, isWatched } from './config.ts'
import type { DomainParts } from './constructs/domain-build.ts'
import { DomainFunction } from './constructs/domain-function.ts'
import { DOMAIN_PARTS } from './domains/parts.ts'
import { EDGE_REGION } from './edge-config.ts'
import { type PlatformService, SERVICES, servedApis } from './services.ts'
import { AccountStack } from './stacks/account-stack.ts'
import { AiStack, type AiStackProps } from './stacks/ai-stack.ts'
import { AlarmsStack, type AlarmsStackProps } from './stacks/alarms-stack.ts'
import { ApiStack } from './stacks/api-stack.ts'
import { DataStack, type DataStackProps } from './stacks/data-stack.ts'
import { EdgeStack, type EdgeStackProps } from './stacks/edge-stack.ts'
import { OperationsStack } from './stacks/operations-stack.ts'
import { ServiceStack } from './stacks/service-stack.ts'
import { SpansStack } from './stacks/spans-stack.ts'
import { WitnessStack } from './stacks/witness-stack.ts'

export interface Platform {
  readonly services: readonly PlatformService[]
  readonly parts: Readonly<Record<string, DomainParts>>
  /** Folder with the build of the console; default `dist/console`. */
  readonly consoleFolder?: string
}

export const PLATFORM: Platform = { services: SERVICES, parts: DOMAIN_PARTS }

/** Deploys a service that calls an API after that API. */
const deployAfterDependencies = (
  services: readonly PlatformService[],
  serviceStacks: readonly Stack[],
  apis: ReturnType<typeof servedApis>,
  apiStacks: readonly Stack[],
): void => {
  for (const [i, { access }] of services.entries()) {
    const calledApis = Object.values(access).flatMap(({ calls = [], publicUrls = [] }) => [...calls, ...publicUrls])
    for (const [j, { key }] of apis.entries()) {
      const caller = serviceStacks[i]
      const api = apiStacks[j]
      if (caller && api && calledApis.includes(key)) caller.addStackDependency(api)
    }
  }
}

/**
 * Returns the two addresses of an API: its own, and the one for callers. The first is read by name, because
 * `createStacks` creates the stack of the API after those of the services.
 */
const addressesOf = (config: Config, apis: ReturnType<typeof servedApis>, name: (stack: string) => string) => {
  const publicUrls: Readonly<Record<string, string | undefined>> = config.publicUrls
  const ownUrl = (key: string): string | undefined =>
    apis.some((api) => api.key === key) ? Fn.getStackOutput(name(`${key}-api`), 'Url') : undefined
  return {
    apiUrl: (key: string): string => ownUrl(key) ?? publicUrls[key] ?? 'none',
    // An edge gives every API a public URL. That of an API that no service serves is not used.
    publicUrl: (key: string): string =>
      (config.edge !== 'off' && ownUrl(key) === undefined ? undefined : publicUrls[key]) ?? ownUrl(key) ?? 'none',
  }
}

const propsOf =
  ({ account, region }: Config) =>
  (description: string): StackProps => ({ description, ...(account && region ? { env: { account, region } } : {}) })

/** The region of CloudFront's web ACLs and certificates is fixed. */
const edgeProps = ({ account, region }: Config): StackProps => ({
  description: 'Signet: CloudFront, console, web ACL, domain',
  ...(account && region ? { env: { account, region: EDGE_REGION } } : {}),
})

/** Creates the edge, if the configuration enables it and it has APIs. It reads the given stacks by name. */
const edgeStack = (
  app: App,
  id: string,
  props: EdgeStackProps,
  dependencies: readonly Stack[],
): EdgeStack | undefined => {
  // Services with `isApart` have a separate address.
  const apis = props.apis.filter(({ services }) => !services.some(({ isApart }) => isApart))
  if (props.config.edge === 'off' || apis.length === 0) return undefined
  const edge = new EdgeStack(app, id, { ...props, apis })
  for (const stack of dependencies) edge.addStackDependency(stack)
  return edge
}

const aiStack = (app: App, id: string, props: AiStackProps): AiStack | undefined =>
  props.config.archiveCollection === 'none' ? undefined : new AiStack(app, id, props)

const alarmsStack = (app: App, id: string, props: AlarmsStackProps, data: Stack): AlarmsStack | undefined => {
  if (!isWatched(props.config)) return undefined
  const stack = new AlarmsStack(app, id, props)
  stack.addStackDependency(data)
  return stack
}

interface SpanStacks {
  readonly config: Config
  readonly services: readonly PlatformService[]
  readonly serviceStacks: readonly ServiceStack[]
}

/**
 * Creates the stack that delivers spans to the function that stores them, after the stacks of all services. Services
 * with `isApart` are excluded, because they may be in another account. Emulators do not support subscription filters.
 */
const spansStack = (app: App, id: string, { config, services, serviceStacks, ...props }: SpanStacks & StackProps) => {
  const receiver = services.flatMap(({ access }, i) =>
    Object.entries(access).flatMap(([fn, { spans }]) => (spans ? (serviceStacks[i]?.fn(fn) ?? []) : [])),
  )[0]
  if (!receiver || isEmulated(config)) return undefined
  const sourceStacks = serviceStacks.filter((_, i) => !services[i]?.isApart)
  const functions = sourceStacks.flatMap(({ node }) => node.findAll().filter((each) => each instanceof DomainFunction))
  const stack = new SpansStack(app, id, { ...props, functions, receiver })
  deployAfter(stack, ...sourceStacks)
  return stack
}

const deployAfter = (stack: Stack, ...earlier: readonly (Stack | undefined)[]): void => {
  for (const each of earlier) if (each) stack.addStackDependency(each)
}

const usesCollection = ({ access }: PlatformService): boolean =>
  Object.values(access).some(({ collection }) => collection !== undefined)

const signingKeysOf = (services: readonly PlatformService[]): readonly string[] => [
  ...new Set(services.flatMap(({ access }) => Object.values(access).flatMap(({ kms }) => kms?.sign ?? []))),
]

const sharedRequirements = (
  services: readonly PlatformService[],
): Pick<DataStackProps, 'hasEvents' | 'signingKeys'> => ({
  hasEvents: services.some(({ access }) => Object.values(access).some(({ events }) => events)),
  signingKeys: signingKeysOf(services.filter(({ isApart }) => !isApart)),
})

const dataStacks = (
  app: App,
  config: Config,
  services: readonly PlatformService[],
  name: (stack: string) => string,
) => {
  const props = propsOf(config)
  const data = new DataStack(app, name('data'), {
    ...props('Signet: table, buckets, keys'),
    config,
    imageLifetimeDays: RETENTION.imageDays,
    ...sharedRequirements(services),
  })
  const separateServices = services.filter(({ isApart }) => isApart)
  const witnessProps = { ...props('Signet witness: table, key'), config, signingKeys: signingKeysOf(separateServices) }
  const witness = separateServices.length === 0 ? undefined : new WitnessStack(app, name('witness-data'), witnessProps)
  return { data, witness, dataOf: (isApart: boolean | undefined) => (isApart && witness ? witness : data) }
}

const taggedStacks = (stacks: readonly (Stack | undefined)[], { stage }: Config): readonly Stack[] => {
  const stageStacks = stacks.filter((stack) => stack !== undefined)
  for (const stack of stageStacks) Tags.of(stack).add('stage', stage)
  return stageStacks
}

/** Creates every stack of the system: data, one per service, one per API. bin/ and tests call it. */
export const createStacks = (app: App, config: Config, { services, parts, consoleFolder }: Platform = PLATFORM) => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
  Tags.of(app).add('project', 'signet')
  const props = propsOf(config)
  const name = (stack: string) => `signet-${config.stage}-${stack}`
  const { data, witness, dataOf } = dataStacks(app, config, services, name)
  /** Values of a data stack are read by name, so the CDK cannot derive the order. */
  const afterData = <S extends Stack>(stack: S, dataStack: Stack = data): S => {
    stack.addStackDependency(dataStack)
    return stack
  }
  const ai = aiStack(app, name('ai'), { ...props('Signet: archive collection'), config })
  const shared = { config, data: data.shared, collection: ai?.collection }
  const alarms = alarmsStack(app, name('alarms'), { ...props('Signet: alarms'), ...shared, services }, data)
  const apis = servedApis(services)
  const addresses = addressesOf(config, apis, name)
  const functions = new Map<string, DomainFunction>()
  const serviceStacks = services.map((platformService) => {
    const { name: service, title } = platformService.service
    const serviceProps = { platformService, parts: parts[service] ?? {}, earlierFunctions: functions, ...addresses }
    const dataStack = dataOf(platformService.isApart)
    const stack = afterData(
      new ServiceStack(app, name(service), {
        ...props(`${title}: functions`),
        ...shared,
        ...serviceProps,
        data: dataStack.shared,
      }),
      dataStack,
    )
    for (const [bundle, fn] of stack.functions) functions.set(bundle, fn)
    deployAfter(stack, alarms, usesCollection(platformService) ? ai : undefined)
    return stack
  })
  const accountStack = new AccountStack(
    app,
    'signet-account',
    props('Signet: resources shared by all stages of the account'),
  )
  const apiStacks = apis.map((api) => {
    const dataStack = dataOf(api.services[0]?.isApart)
    const apiProps = { ...props(`${api.title}: API`), ...shared, data: dataStack.shared, api, functions }
    const stack = afterData(new ApiStack(app, name(`${api.key}-api`), apiProps), dataStack)
    deployAfter(stack, accountStack)
    return stack
  })
  deployAfterDependencies(services, serviceStacks, apis, apiStacks)
  const machines = serviceStacks.flatMap((stack) => stack.machines)
  const operations = afterData(
    new OperationsStack(app, name('operations'), { ...props('Signet: dashboard, budget'), ...shared, apis, machines }),
  )
  const edge = edgeStack(app, name('edge'), { ...edgeProps(config), config, apis, consoleFolder }, [data, ...apiStacks])
  const spans = spansStack(app, name('spans'), {
    ...props('Signet: spans of functions'),
    config,
    services,
    serviceStacks,
  })
  const all = [data, witness, ai, alarms, ...serviceStacks, ...apiStacks, edge, operations, spans]
  return { data, all: [...taggedStacks(all, config), accountStack] }
}
