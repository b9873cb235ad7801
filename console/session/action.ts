import type { Fault } from '@signet/ui'
import { useRef, useState } from 'preact/hooks'
import { faultOf, fieldFaults, isOurs } from './faults.ts'

export interface Action<Input> {
  /** Runs the action; ignored while it is already running. */
  run(input: Input): void
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly error: unknown
  reset(): void
}

/** Runs a change, one call at a time, and keeps its error for display. `done` receives the result. */
export const useAction = <Input = void, Output = unknown>(
  work: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
): Action<Input> => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isUnderWay = useRef(false)
  const go = async (input: Input): Promise<void> => {
    isUnderWay.current = true
    setBusy(true)
    setError(undefined)
    try {
      const output = await work(input)
      onDone?.(output, input)
    } catch (cause) {
      if (isOurs(cause)) reportError(cause)
      setError(cause)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return {
    run(input) {
      if (!isUnderWay.current) void go(input)
    },
    isBusy,
    error,
    fault: error === undefined ? undefined : faultOf(error),
    fields: fieldFaults(error),
    reset: () => setError(undefined),
  }
}
