interface StreamingRuntime {
  streamifyResponse<H>(handler: H): H
}

/**
 * Returns the runtime's streaming functions; undefined in emulators, which have none. The SDK defines a global
 * `awslambda` if it is missing, so the name alone proves nothing.
 */
export const streamingRuntime = (): StreamingRuntime | undefined => {
  const { awslambda } = globalThis as { awslambda?: Partial<StreamingRuntime> }
  return typeof awslambda?.streamifyResponse === 'function' ? (awslambda as StreamingRuntime) : undefined
}
