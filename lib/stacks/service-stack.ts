import type { DeployedResources, FunctionAccess, NamedResource } from '@signet/kernel/access'
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda'
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { type Capacity, capacityOf } from '../capacity.ts'
import { type Config, isEmulated, isWatched } from '../config.ts'
import { addAlarmNotifications } from '../constructs/alarm-topic.ts'
import type { DomainBuild, DomainParts, Variant } from '../constructs/domain-build.ts'
import { DomainFunction } from '../constructs/domain-function.ts'
import { DomainSchedule } from '../constructs/domain-schedule.ts'
import { EventSubscription } from '../constructs/event-subscription.ts'
import { GradualShifts, hasLiveAlias } from '../constructs/gradual-shifts.ts'
import { JobQueue } from '../constructs/job-queue.ts'
import { nativeLayer } from '../constructs/native-layers.ts'
import { deployedData, type SharedData } from '../constructs/shared-data.ts'
import { receiveSpans } from '../constructs/span-delivery.ts'
import { RECEIVES_MAX } from '../operations/function-signals.ts'
import { scheduleGroup } from '../operations/schedules.ts'
import { bundleOf, type PlatformService } from '../services.ts'
import { settingReader } from '../settings.ts'

export interface ServiceStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly platformService: PlatformService
  readonly parts: DomainParts
  /** Functions of services above this one in lib/services.ts, by bundle. */
  readonly earlierFunctions: ReadonlyMap<string, DomainFunction>
  readonly collection?: NamedResource | undefined
  /** Returns the API Gateway address of an API, by key. For one that no service serves, its public URL or `none`. */
  readonly apiUrl: (key: string) => string
  readonly publicUrl: (key: string) => string
}

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns a function that creates each named part at its first call. It throws an error if a part requires itself. */
const once = <T>(make: (name: string) => T): ((name: string) => T) => {
  const created = new Map<string, T>()
  const pending = new Set<string>()
  return (name) => {
    const existing = created.get(name)
    if (existing !== undefined) return existing
    if (pending.has(name))
      throw new Error(`"${name}" requires itself: check for queues, machines and functions that refer to each other`)
    pending.add(name)
    const value = make(name)
    created.set(name, value)
    return value
  }
}

export class ServiceStack extends Stack implements DomainBuild {
  readonly stack = this
  readonly config: Config
  readonly functions = new Map<string, DomainFunction>()
  readonly fn = once((name) => {
    const created = this.makeFunction(name, { scope: this, id: pascalCase(name) })
    this.functions.set(bundleOf(this.#props.platformService.service, name), created)
    return created
  })
  readonly queue = once((name) => this.makeQueue(name))
  readonly machine = once((name) => this.makeMachine(name))
  readonly #props: ServiceStackProps
  readonly #capacity: Capacity
  readonly #setting: (name: string) => string
  readonly #layer = once<ILayerVersion>((name) => nativeLayer(name, this, this.config))

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props)
    this.#props = props
    this.config = props.config
    this.#capacity = capacityOf(props.config)
    const { service, access } = props.platformService
    this.#setting = settingReader(props.config, this.#capacity, service.api)
    for (const name of Object.keys(access)) this.#addTriggers(name)
    props.parts.addResources?.(this)
    this.#shiftGradually()
    addAlarmNotifications(this, props.data.alarmTopicArn)
  }

  /** Every state machine of the service, including those inside other parts. */
  get machines(): StateMachine[] {
    return this.node.findAll().filter((node) => node instanceof StateMachine)
  }

  access(name: string): FunctionAccess {
    const { service, access } = this.#props.platformService
    const functionAccess = access[name]
    if (functionAccess) return functionAccess
    throw new Error(`${service.name} has no function "${name}"; its access.ts has ${Object.keys(access).join(', ')}`)
  }

  variant(name: string, variant: Variant): DomainFunction {
    return this.makeFunction(name, variant)
  }

  consumers(requested: number): number {
    return this.#capacity.consumers(requested)
  }

  /** Connects a function to its queue, events, spans and schedule. */
  #addTriggers(name: string): void {
    const fn = this.fn(name)
    const { queue, subscribes, schedule, spans } = this.access(name)
    if (queue)
      this.queue(queue.name).addConsumer(fn, { ...queue, maxConcurrency: this.consumers(queue.maxConcurrency) })
    if (subscribes) {
      if (!queue && !subscribes.repeats)
        throw new Error(`${name} subscribes to events but has no queue to receive them: add a queue to its access.ts`)
      const { name: busName } = this.#props.data.bus
      const receiver = queue ? { queue: this.queue(queue.name), inOrderOf: queue.inOrderOf } : { fn }
      new EventSubscription(fn, 'Events', { busName, subscription: subscribes, ...receiver })
    }
    if (spans) {
      if (!queue)
        throw new Error(`${name} receives spans but has no queue for failed deliveries: add a queue to its access.ts`)
      if (!isEmulated(this.config)) receiveSpans(fn, this.queue(queue.name))
    }
    if (schedule) new DomainSchedule(fn, 'Every', { run: fn, group: scheduleGroup(this.config), ...schedule })
  }

  /**
   * Shifts aliases gradually. Emulators have no CodeDeploy, and disposable stages have no alarms: their aliases move at
   * once.
   */
  #shiftGradually(): void {
    const functions = [...this.functions.values()]
    if (!isWatched(this.config) || !hasLiveAlias(functions)) return
    new GradualShifts(this, 'Shifts', { config: this.config, functions })
  }

  private makeFunction(name: string, { scope, id, queues = {}, machines = {} }: Variant): DomainFunction {
    const { data, platformService, config, apiUrl, publicUrl, collection } = this.#props
    const access = this.access(name)
    const bundle = bundleOf(platformService.service, name)
    const deployed: DeployedResources = {
      ...deployedData(this, data),
      collection,
      setting: this.#setting,
      apiUrl,
      publicUrl,
      vaultPrefix: (vault) => `signet/${config.stage}/${vault}`,
      queue: (resource) => queues[resource] ?? this.queue(resource).identifiers,
      machine: (resource) => machines[resource] ?? identifiersOf(this.machine(resource)),
      fn: (resource) => this.identifiersOfInvoked(resource),
    }
    const layers = (access.layers ?? []).map((layer) => this.#layer(layer))
    const reserved = this.#capacity.reserved(access)
    return new DomainFunction(scope, id, { config, bundle, access, deployed, layers, reserved })
  }

  private identifiersOfInvoked(bundle: string): NamedResource {
    const { earlierFunctions, platformService } = this.#props
    const { name } = platformService.service
    const target = bundle.startsWith(`${name}-`) ? this.fn(bundle.slice(name.length + 1)) : earlierFunctions.get(bundle)
    if (target) return target.identifiers
    throw new Error(`${name} invokes ${bundle}, which does not belong to a service above it in lib/services.ts`)
  }

  private makeQueue(name: string): JobQueue {
    const { parts, platformService } = this.#props
    const make = parts.queues?.[name]
    if (make) return make(this)
    const consumer = Object.values(platformService.access).find(({ queue }) => queue?.name === name)
    if (!consumer)
      throw new Error(`The queue "${name}" has no consumer: add it to an access.ts, or create the queue in lib/domains`)
    const consumerTimeout = Duration.seconds(consumer.timeoutSeconds)
    const isOrdered = consumer.queue?.inOrderOf !== undefined
    return new JobQueue(this, `${pascalCase(name)}Queue`, { consumerTimeout, maxReceiveCount: RECEIVES_MAX, isOrdered })
  }

  private makeMachine(name: string): StateMachine {
    const make = this.#props.parts.machines?.[name]
    if (make) return make(this)
    throw new Error(
      `The state machine "${name}" does not exist: create it in lib/domains/${this.#props.platformService.service.name}.ts`,
    )
  }
}

const identifiersOf = (machine: StateMachine): NamedResource => ({
  name: machine.stateMachineArn,
  arn: machine.stateMachineArn,
})
