import { inject, type RunnerTestCase, TestRunner } from 'vitest'

/** The stack that an API test runs on. */
export interface TestStack {
  readonly kind: 'local' | 'emulator'
  /** Base addresses by the service's key. */
  readonly urls: Readonly<Record<string, string>>
  /** Address of the control API; an emulator has none, and a test that asks for it there is skipped. */
  readonly control: string
  /** The state folder, with the lines of functions; absent on an emulator. */
  readonly state?: string
  readonly aws: string
  readonly table: string
  readonly bucket: string
  readonly pepperSecret: string
  /** The stand-in for Stripe, and the secret that contains its keys; absent on an emulator. */
  readonly stripe?: { readonly url: string; readonly secret: string }
  /** The function that operators order keys of receipts by, with its variables; absent on an emulator. */
  readonly receiptKeys?: {
    readonly name: string
    readonly environment: Readonly<Record<string, string>>
    /** The bucket of the log. */
    readonly bucket: string
  }
  /** By which requests pass the front, as those of siblings do; absent on an emulator. */
  readonly originKey?: string
  readonly keys: Readonly<Record<string, string>>
  readonly platformKeys: Readonly<Record<string, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: TestStack
  }
}

/** The stack of a thread, with what only the thread itself can see of it. */
export interface OwnStack {
  readonly test: TestStack
  /** Partition keys of rows that functions have written, by the two parts they begin with: `RATE#createKey#`. */
  readonly partitions: ReadonlyMap<string, ReadonlySet<string>>
}

let own: OwnStack | undefined

/** Makes the stack of this thread the one that its tests run on. */
export const useStack = (stack: OwnStack): void => {
  own = stack
}

const withoutControl = (stack: TestStack): TestStack => ({
  ...stack,
  get control(): string {
    TestRunner.getCurrentTest<RunnerTestCase | undefined>()?.context.skip(
      'it needs the control API of the local runner',
    )
    return stack.control
  },
})

/** The stack of this thread, or else the one that the project's setup has started. */
export const testStack = (): TestStack => {
  if (own) return own.test
  const stack = inject('stack')
  return stack.kind === 'emulator' ? withoutControl(stack) : stack
}

/** Partition keys with this prefix of two parts that functions have written; undefined for a stack of another thread. */
export const writtenPartitions = (prefix: string): readonly string[] | undefined =>
  own && [...(own.partitions.get(prefix) ?? [])]
