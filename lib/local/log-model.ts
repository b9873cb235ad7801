import { type Resource, resourceError } from './resource.ts'

export interface LogSubscription {
  readonly sourceArn: string
  readonly targetArn: string
  readonly filter: (line: Readonly<Record<string, unknown>>) => boolean
  /** ARN of the queue for invocations that failed permanently. */
  readonly onFailure: string | undefined
}

/** Parses `{ $.span.kind = * }`, which matches JSON lines with the field. Other filter patterns are not supported. */
const filterOf = (resource: Resource, pattern: string): LogSubscription['filter'] => {
  const [, path] = /^\{ \$\.([\w.]+) = \* \}$/.exec(pattern) ?? []
  if (path === undefined)
    throw resourceError(resource, `has the pattern ${pattern}; locally only { $.member = * } is supported`)
  const names = path.split('.')
  return (line) =>
    names.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], line) !==
    undefined
}

const isFunction = ({ type }: Resource): boolean => type === 'AWS::Lambda::Function'

/**
 * Reads the subscription of a function to the log group of another. @throws TemplateError for any other subscription.
 */
export const logSubscription = (filter: Resource, resources: readonly Resource[]): LogSubscription => {
  const { DestinationArn, FilterPattern, LogGroupName } = filter.properties as Readonly<Record<string, string>>
  const from = resources.find(
    (each) =>
      isFunction(each) &&
      (each.properties.LoggingConfig as { LogGroup?: string } | undefined)?.LogGroup === LogGroupName,
  )
  const to = resources.find((each) => isFunction(each) && each.arn === DestinationArn)
  if (!from || !to)
    throw resourceError(
      filter,
      `reads ${LogGroupName} for ${DestinationArn}; locally only functions receive logs, and only those of functions`,
    )
  const mayInvoke = resources.some(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Permission' &&
      properties.Principal === 'logs.amazonaws.com' &&
      properties.FunctionName === to.arn,
  )
  if (!mayInvoke)
    throw resourceError(filter, `invokes ${to.name}, but no AWS::Lambda::Permission lets logs.amazonaws.com do so`)
  const config = resources.find(
    ({ type, properties }) => type === 'AWS::Lambda::EventInvokeConfig' && properties.FunctionName === to.ref,
  )
  const { OnFailure } = (config?.properties.DestinationConfig ?? {}) as { OnFailure?: { Destination?: string } }
  return {
    sourceArn: from.arn,
    targetArn: to.arn,
    filter: filterOf(filter, String(FilterPattern)),
    onFailure: OnFailure?.Destination,
  }
}
