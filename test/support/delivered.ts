/** Delivers an event until the worker has processed it, as a queue does. */
export const deliverUntilProcessed = async (
  run: (event: never) => Promise<unknown>,
  event: object,
  tries = 5,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(event as never)
      return
    } catch (error) {
      if (attempt === tries) throw error
    }
  }
}
