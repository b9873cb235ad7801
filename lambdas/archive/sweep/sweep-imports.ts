import type { IngestMessage, IngestQueue } from '../ingest/ingest-queue.ts'

interface Deps {
  readonly abandoned: () => AsyncIterable<IngestMessage>
  readonly queue: IngestQueue
}

/** Sends imports to the workers again whose worker has died, or of which no worker was ever told. */
export const sweepImports =
  ({ abandoned, queue }: Deps) =>
  async (): Promise<{ readonly sent: number }> => {
    let sent = 0
    for await (const message of abandoned()) {
      await queue.send(message)
      sent++
    }
    return { sent }
  }
