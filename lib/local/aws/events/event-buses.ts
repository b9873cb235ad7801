import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { RowStore } from '../dynamo/row-store.ts'
import type { Input } from '../json-service.ts'
import type { BusEvent, EventBusSpec, EventRuleSpec } from '../ports.ts'
import { type Deliveries, eventDeliveries, type TargetDeps } from './event-deliveries.ts'
import { type EventMatcher, eventMatcher } from './event-pattern.ts'
import { type EventStore, eventStore } from './event-store.ts'
import { entriesOf, eventOf } from './put-entries.ts'
import { inputFor } from './target-input.ts'

interface EventBusesDeps extends TargetDeps {
  readonly rows: RowStore
  readonly account: string
  readonly region: string
}

interface Rule {
  readonly spec: EventRuleSpec
  readonly matches: EventMatcher
}

export type EventBuses = ReturnType<typeof eventBuses>

const DEFAULT_BUS = 'default'

const deliveriesOf = (rules: readonly Rule[], event: BusEvent, now: number) =>
  rules
    .filter(({ matches }) => matches(event))
    .flatMap(({ spec }) => {
      const variables = { ruleArn: spec.arn, ruleName: spec.name, ingestedAt: new Date(now).toISOString() }
      return spec.targets.map((target) => ({
        bus: spec.bus,
        rule: spec.name,
        target: target.id,
        event,
        payload: inputFor(event, target.input, variables),
        acceptedAt: now,
        due: now,
        missedAttempts: 0,
        functionErrors: 0,
      }))
    })

interface AcceptDeps {
  readonly store: EventStore
  readonly deliveries: Deliveries
  readonly find: (reference: unknown) => EventBusSpec
  readonly rulesOn: (bus: string) => readonly Rule[]
}

const acceptEntry = (
  { clock, plannedOutages, account, region }: EventBusesDeps,
  { store, deliveries, find, rulesOn }: AcceptDeps,
  entry: Input,
): Input => {
  try {
    const outage = plannedOutages.consume({ service: 'events', operation: 'PutEventsEntry' })
    if (outage) throw new AwsError(outage.type, 'planned')
    const { name: bus } = find(entry.EventBusName ?? DEFAULT_BUS)
    const now = clock.now()
    const event = eventOf(entry, { id: randomUUID(), account, region, now })
    deliveries.schedule(store.accept({ bus, event }, deliveriesOf(rulesOn(bus), event, now)))
    return { EventId: event.id }
  } catch (error) {
    if (error instanceof AwsError) return { ErrorCode: error.code, ErrorMessage: error.message }
    throw error
  }
}

/** EventBridge's buses. An event that PutEvents accepted is on disk, and each target receives it at least once. */
export const eventBuses = (deps: EventBusesDeps) => {
  const { rows, account, region } = deps
  const arn = `arn:aws:events:${region}:${account}:event-bus/${DEFAULT_BUS}`
  const buses = new Map<string, EventBusSpec>([[DEFAULT_BUS, { name: DEFAULT_BUS, arn }]])
  const rules = new Map<string, Rule>()
  const store = eventStore(rows)
  const rulesOn = (bus: string) => [...rules.values()].filter(({ spec }) => spec.bus === bus)
  const deliveries = eventDeliveries({ ...deps, store, ruleOf: (bus, name) => rules.get(`${bus}/${name}`)?.spec })
  const findBus = (reference: unknown): EventBusSpec => {
    const bus = buses.get(String(reference).split('event-bus/').at(-1) ?? '')
    if (bus) return bus
    throw new AwsError('ResourceNotFoundException', `Event bus ${String(reference)} does not exist.`)
  }
  return {
    declareBus: (spec: EventBusSpec) => void buses.set(spec.name, spec),
    /** @throws PatternError for a pattern that EventBridge would reject. */
    declareRule: (spec: EventRuleSpec) =>
      void rules.set(`${findBus(spec.bus).name}/${spec.name}`, { spec, matches: eventMatcher(spec.pattern) }),
    find: findBus,
    rulesOf: (bus: string) => rulesOn(bus).map(({ spec }) => spec),
    /** PutEvents: each entry is accepted or rejected separately. */
    put(input: Input) {
      const Entries = entriesOf(input).map((entry) =>
        acceptEntry(deps, { store, deliveries, find: findBus, rulesOn }, entry),
      )
      return { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries }
    },
    archive: store.archive,
    start: deliveries.start,
    stop: deliveries.stop,
  }
}
