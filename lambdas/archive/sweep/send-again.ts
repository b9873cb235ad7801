/** Work of one kind that was left lying, and the queue of those who do it. */
interface Left<Message> {
  readonly abandoned: () => AsyncIterable<Message>
  readonly queue: { send(message: Message): Promise<void> }
}

/** Sends work to the workers again whose worker has died, or of which no worker was ever told. */
export const sendAgain = async <Message>({ abandoned, queue }: Left<Message>): Promise<number> => {
  let sent = 0
  for await (const message of abandoned()) {
    await queue.send(message)
    sent++
  }
  return sent
}
