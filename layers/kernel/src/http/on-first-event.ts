import { streamingRuntime } from './streaming.ts'

/** A Lambda handler, as its runtime calls it. */
type LambdaHandler = (...args: never[]) => unknown

/**
 * Loads the rest of a function while it waits for its first event, instead of before it says that it is ready: the
 * clients are there at once, routes and schemas a moment later. Loading begins by itself on the next turn of the event
 * loop, so an event that comes late finds everything done. A load that failed is tried again by the next event.
 */
export const onFirstEvent = <H extends LambdaHandler>(load: () => Promise<H>): H => {
  let loading: Promise<H> | undefined
  const loaded = (): Promise<H> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  // The next event meets the same error and reports it; nobody is listening here.
  setImmediate(() => void loaded().catch(() => undefined))
  return (async (...args: Parameters<H>) => (await loaded())(...args)) as unknown as H
}

/** The same for a handler made by `serveStream`, which the runtime must know as streaming before it is there. */
export const streamOnFirstEvent = <H extends LambdaHandler>(load: () => Promise<H>): H => {
  const handler = onFirstEvent(load)
  return streamingRuntime()?.streamifyResponse(handler) ?? handler
}
