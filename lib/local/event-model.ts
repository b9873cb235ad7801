import { eventMatcher } from './aws/events/event-pattern.ts'
import { assertPath } from './aws/events/target-input.ts'
import type { EventBusSpec, EventRuleSpec, EventTargetSpec, TargetInput } from './aws/ports.ts'
import { functionArn, type Resource, resourceError, TemplateError } from './resource.ts'

/** Defaults of EventBridge and Lambda. */
const DELIVERY_DEFAULTS = { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 }
const INVOCATION_DEFAULTS = { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 21_600 }

interface Retries {
  readonly MaximumRetryAttempts?: number
  readonly MaximumEventAgeInSeconds?: number
}

interface TargetProperties {
  readonly Arn: string
  readonly Id: string
  readonly Input?: string
  readonly InputPath?: string
  readonly InputTransformer?: { readonly InputPathsMap?: Record<string, string>; readonly InputTemplate: string }
  readonly RetryPolicy?: Retries
  readonly DeadLetterConfig?: { readonly Arn?: string }
  readonly SqsParameters?: { readonly MessageGroupId?: string }
}

export const busSpec = ({ name, arn }: Resource): EventBusSpec => ({ name, arn })

const inputOf = ({ Input, InputPath, InputTransformer }: TargetProperties): TargetInput => {
  const { InputPathsMap: paths = {}, InputTemplate: template = '' } = InputTransformer ?? {}
  for (const path of [...Object.values(paths), ...(InputPath === undefined ? [] : [InputPath])]) assertPath(path)
  return { constant: Input, path: InputPath, transformer: InputTransformer && { paths, template } }
}

const functionOf = ({ stack, properties }: Resource): string => functionArn(stack, properties.FunctionName)

const invocationOf = (arn: string, resources: readonly Resource[]): EventTargetSpec['invocation'] => {
  const config = resources.find((each) => each.type === 'AWS::Lambda::EventInvokeConfig' && functionOf(each) === arn)
  const fn = resources.find((each) => each.type === 'AWS::Lambda::Function' && each.arn === arn)
  const { DestinationConfig, ...configured } = (config?.properties ?? {}) as Retries & {
    DestinationConfig?: { OnFailure?: { Destination?: string } }
  }
  const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = { ...INVOCATION_DEFAULTS, ...configured }
  const destination = DestinationConfig?.OnFailure?.Destination
  const deadLetterArn = (fn?.properties.DeadLetterConfig as { TargetArn?: string } | undefined)?.TargetArn
  const failureArn = destination ?? deadLetterArn
  const kind = destination === undefined ? 'dead letters' : 'destination'
  return {
    retries: MaximumRetryAttempts,
    maxAgeSeconds: MaximumEventAgeInSeconds,
    onFailure: failureArn?.includes(':sqs:') ? { kind, arn: failureArn } : undefined,
  }
}

const mayInvoke = (arn: string, resources: readonly Resource[]): boolean =>
  resources.some(
    (each) =>
      each.type === 'AWS::Lambda::Permission' &&
      each.properties.Principal === 'events.amazonaws.com' &&
      functionOf(each) === arn,
  )

const targetSpec = (rule: Resource, target: TargetProperties, resources: readonly Resource[]): EventTargetSpec => {
  const { Arn: arn, Id: id, RetryPolicy, DeadLetterConfig, SqsParameters } = target
  if (!/^arn:aws:(?:lambda|sqs|states):/.test(arn))
    throw resourceError(rule, `targets ${arn}; locally only functions, queues and state machines receive events`)
  if (arn.includes(':lambda:') && !mayInvoke(arn, resources))
    throw resourceError(rule, `targets ${arn}, but no AWS::Lambda::Permission lets events.amazonaws.com invoke it`)
  const retryPolicy = { ...DELIVERY_DEFAULTS, ...RetryPolicy }
  return {
    id,
    arn,
    input: inputOf(target),
    groupId: SqsParameters?.MessageGroupId,
    maxRetries: retryPolicy.MaximumRetryAttempts,
    maxAgeSeconds: retryPolicy.MaximumEventAgeInSeconds,
    deadLetterArn: DeadLetterConfig?.Arn,
    invocation: invocationOf(arn, resources),
  }
}

/** Reads a rule with a pattern. Returns nothing for a rule with only a schedule (see `ruleSchedules`). */
export const eventRules = (rule: Resource, resources: readonly Resource[]): EventRuleSpec[] => {
  const {
    EventPattern,
    EventBusName,
    State,
    Targets = [],
  } = rule.properties as {
    EventPattern?: unknown
    EventBusName?: string
    State?: string
    Targets?: TargetProperties[]
  }
  if (EventPattern === undefined || State === 'DISABLED') return []
  const bus = EventBusName?.split('event-bus/').at(-1) ?? 'default'
  const arn = bus === 'default' ? rule.arn : rule.arn.replace(':rule/', `:rule/${bus}/`)
  try {
    // Reports a pattern that AWS would reject when the templates are read.
    eventMatcher(EventPattern)
    const targets = Targets.map((target) => targetSpec(rule, target, resources))
    return [{ name: rule.name, arn, bus, pattern: EventPattern, targets }]
  } catch (error) {
    throw error instanceof TemplateError ? error : resourceError(rule, (error as Error).message)
  }
}
