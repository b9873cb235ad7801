import type { CheckerReady, CheckRequest, CheckResult } from './check-messages.ts'

type CheckInput = Omit<CheckRequest, 'id'>

export interface CheckPort {
  postMessage(message: CheckRequest): void
  addEventListener(name: 'message', onMessage: (event: { readonly data: CheckResult | CheckerReady }) => void): void
  terminate(): void
}

export interface CheckerOptions {
  readonly port: CheckPort
  /** Milliseconds without typing before a check. */
  readonly debounceMs: number
  readonly onReady: (ready: CheckerReady) => void
  readonly onResult: (result: CheckResult, input: CheckInput) => void
}

export interface Checker {
  /** Checks the input after a typing pause. A newer input replaces it. */
  schedule(input: CheckInput): void
  stop(): void
}

/** Creates a checker that sends one input at a time to a worker. During a check, only the newest input is kept. */
export const createChecker = ({ port, debounceMs, onReady, onResult }: CheckerOptions): Checker => {
  let lastId = 0
  let timer = undefined as ReturnType<typeof setTimeout> | undefined
  let nextInput: CheckInput | undefined
  let running: { readonly id: number; readonly input: CheckInput } | undefined
  const sendNext = (): void => {
    if (running !== undefined || nextInput === undefined) return
    running = { id: ++lastId, input: nextInput }
    nextInput = undefined
    port.postMessage({ ...running.input, id: running.id })
  }
  port.addEventListener('message', ({ data }) => {
    if ('policies' in data) onReady(data)
    if (!('id' in data) || data.id !== running?.id) return
    const { input } = running
    running = undefined
    onResult(data, input)
    // While the user still types, the timer sends the input.
    if (timer === undefined) sendNext()
  })
  return {
    schedule(input) {
      nextInput = input
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        sendNext()
      }, debounceMs)
    },
    stop() {
      clearTimeout(timer)
      port.terminate()
    },
  }
}
