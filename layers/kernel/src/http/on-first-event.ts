import { loadedOnce } from '../loaded-once.ts'
import { streamingRuntime } from './streaming.ts'

type LambdaHandler = (...args: never[]) => unknown

/**
 * Loads the rest of a function while it waits for its first event, instead of before it reports that it is ready:
 * clients exist immediately, routes and schemas a moment later. Loading starts on the next turn of the event loop, so a
 * late event finds everything loaded. After a failed load the next event tries again.
 */
export const onFirstEvent = <H extends LambdaHandler>(load: () => Promise<H>): H => {
  const loadHandler = loadedOnce(load)
  // The next event gets the same error and reports it.
  setImmediate(() => void loadHandler().catch(() => undefined))
  return (async (...args: Parameters<H>) => (await loadHandler())(...args)) as unknown as H
}

/** As `onFirstEvent`, for a handler of `serveStream`. The runtime must know that it streams before it is loaded. */
export const streamOnFirstEvent = <H extends LambdaHandler>(load: () => Promise<H>): H => {
  const handler = onFirstEvent(load)
  return streamingRuntime()?.streamifyResponse(handler) ?? handler
}
