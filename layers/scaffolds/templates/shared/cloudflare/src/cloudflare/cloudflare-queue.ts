// #if sends
import type { Queue } from '../queue/queue.ts'

/** The part of a producer of Cloudflare Queues that this service uses. */
export interface Producer {
  send(body: unknown, options?: { readonly delaySeconds?: number }): Promise<unknown>
}

export const cloudflareQueue = (producer: Producer): Queue => ({
  send: async (body, delayMs = 0) => {
    await producer.send(body, { delaySeconds: Math.ceil(delayMs / 1_000) })
  },
})
// #endif
