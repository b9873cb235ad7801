import { AwsError } from '../aws-error.ts'
import { jsonService, type ServiceHandler } from '../json-service.ts'
import type { EventBuses } from './event-buses.ts'
import { eventMatcher } from './event-pattern.ts'
import { PatternError } from './leaf-test.ts'

/** PutEvents accepts up to 1 MB of entries, which JSON can make longer. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

const parseParameter = (text: unknown, name: string): unknown => {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    throw new AwsError('ValidationException', `Parameter ${name} is not valid. Reason: it is not JSON.`)
  }
}

const testPattern = (pattern: unknown, event: unknown): boolean => {
  try {
    return eventMatcher(pattern)(event)
  } catch (error) {
    if (error instanceof PatternError) throw new AwsError('InvalidEventPatternException', error.message)
    throw error
  }
}

/** Amazon EventBridge over the buses and rules that stacks declare (JSON protocol 1.1). */
export const eventsService = (buses: EventBuses, log?: ((line: string) => void) | undefined): ServiceHandler =>
  jsonService({
    name: 'events',
    log,
    maxBodyBytes: MAX_BODY_BYTES,
    operations: {
      PutEvents: (input) => buses.put(input),
      TestEventPattern: ({ EventPattern, Event }) => ({
        Result: testPattern(parseParameter(EventPattern, 'EventPattern'), parseParameter(Event, 'Event')),
      }),
      DescribeEventBus: ({ Name = 'default' }) => {
        const { name, arn } = buses.find(Name)
        return { Name: name, Arn: arn }
      },
      ListRules: ({ EventBusName = 'default' }) => ({
        Rules: buses.rulesOf(buses.find(EventBusName).name).map(({ name, arn, bus, pattern }) => ({
          Name: name,
          Arn: arn,
          EventBusName: bus,
          EventPattern: JSON.stringify(pattern),
          State: 'ENABLED',
        })),
      }),
    },
  })
