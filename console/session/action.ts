import type { Fault } from '@signet/ui'
import { useRef, useState } from 'preact/hooks'
import { faultOf, fieldFaults, isConsoleBug } from './faults.ts'

export interface Action<Input> {
  /** Runs the action; ignored while it is already running. */
  run(input: Input): void
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly error: unknown
  reset(): void
}

/** Runs a change, one call at a time, and stores its error for display. `onDone` receives the result. */
export const useAction = <Input = void, Output = unknown>(
  work: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
): Action<Input> => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isRunning = useRef(false)
  const execute = async (input: Input): Promise<void> => {
    isRunning.current = true
    setBusy(true)
    setError(undefined)
    try {
      const output = await work(input)
      onDone?.(output, input)
    } catch (cause) {
      if (isConsoleBug(cause)) reportError(cause)
      setError(cause)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return {
    run(input) {
      if (!isRunning.current) void execute(input)
    },
    isBusy,
    error,
    fault: error === undefined ? undefined : faultOf(error),
    fields: fieldFaults(error),
    reset: () => setError(undefined),
  }
}
