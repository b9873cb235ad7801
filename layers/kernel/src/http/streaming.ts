interface StreamingRuntime {
  streamifyResponse<H>(handler: H): H
}

/**
 * The runtime's streaming, if it has one: emulators have none. The SDK defines an `awslambda` of its own if there is
 * none, so the name alone proves nothing.
 */
export const streamingRuntime = (): StreamingRuntime | undefined => {
  const { awslambda } = globalThis as { awslambda?: Partial<StreamingRuntime> }
  return typeof awslambda?.streamifyResponse === 'function' ? (awslambda as StreamingRuntime) : undefined
}
