import { testStack } from './test-stack.ts'

interface Options {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** Creates a value once per stack endpoint, on first use. */
export const oncePerStack = <Value>(create: () => Value): (() => Value) => {
  const instances = new Map<string, Value>()
  return () => {
    const { aws } = testStack()
    const existing = instances.get(aws)
    if (existing !== undefined) return existing
    const created = create()
    instances.set(aws, created)
    return created
  }
}

/**
 * Returns a client of the stack's services, shared by all calls: creating it with a connection takes longer than a
 * call.
 */
export const sdkClient = <Client>(create: (options: Options) => Client): (() => Client) =>
  oncePerStack(() =>
    create({
      endpoint: testStack().aws,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
  )
