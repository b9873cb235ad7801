import { testStack } from './test-stack.ts'

interface Options {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** Creates a value once per stack endpoint, on first use. */
export const oncePerStack = <Made>(make: () => Made): (() => Made) => {
  const instances = new Map<string, Made>()
  return () => {
    const { aws } = testStack()
    const known = instances.get(aws)
    if (known !== undefined) return known
    const fresh = make()
    instances.set(aws, fresh)
    return fresh
  }
}

/**
 * Returns a client of the stack's services, shared by all calls: creating it with a connection takes longer than a
 * call.
 */
export const sdkClient = <Client>(make: (options: Options) => Client): (() => Client) =>
  oncePerStack(() =>
    make({
      endpoint: testStack().aws,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
  )
