import { inject, type RunnerTestCase, TestRunner } from 'vitest'

/** The stack that an API test runs on. */
export interface TestStack {
  readonly kind: 'local' | 'emulator'
  /** Base URLs by the key of the service. */
  readonly urls: Readonly<Record<string, string>>
  /** The URL of the control API. An emulator has none: a test that reads this property there is skipped. */
  readonly control: string
  /** The state folder, which contains the logs of functions; absent on an emulator. */
  readonly state?: string
  readonly aws: string
  readonly table: string
  readonly bucket: string
  readonly pepperSecret: string
  /** The stand-in for Stripe, and the secret that contains its keys; absent on an emulator. */
  readonly stripe?: { readonly url: string; readonly secret: string }
  /** The function with which operators manage receipt keys, with its variables; absent on an emulator. */
  readonly receiptKeys?: {
    readonly name: string
    readonly environment: Readonly<Record<string, string>>
    /** The bucket of the log. */
    readonly bucket: string
  }
  /** The key with which requests bypass the front, as those of siblings do; absent on an emulator. */
  readonly originKey?: string
  readonly keys: Readonly<Record<string, string>>
  readonly platformKeys: Readonly<Record<string, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStack
  }
}

/** The stack of a thread, with data that only the thread can read. */
export interface OwnStack {
  readonly test: TestStack
  /** Partition keys of rows that functions have written, by their first two parts, such as `RATE#createKey#`. */
  readonly partitions: ReadonlyMap<string, ReadonlySet<string>>
}

let threadStack: OwnStack | undefined

/** Sets the stack that the tests of this thread run on. */
export const useStack = (stack: OwnStack): void => {
  threadStack = stack
}

const withoutControl = (stack: TestStack): TestStack => ({
  ...stack,
  get control(): string {
    TestRunner.getCurrentTest<RunnerTestCase | undefined>()?.context.skip(
      'the test needs the control API of the local runner',
    )
    return stack.control
  },
})

/** Returns the stack of this thread, or else the one that the setup of the project started. */
export const testStack = (): TestStack => {
  if (threadStack) return threadStack.test
  const stack = inject('stack')
  return stack.kind === 'emulator' ? withoutControl(stack) : stack
}

/** Returns the written partition keys with this prefix of two parts; undefined for a stack of another thread. */
export const writtenPartitions = (prefix: string): readonly string[] | undefined =>
  threadStack && [...(threadStack.partitions.get(prefix) ?? [])]
