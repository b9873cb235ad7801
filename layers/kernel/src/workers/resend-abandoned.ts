interface AbandonedWork<Message> {
  readonly abandoned: () => AsyncIterable<Message>
  readonly queue: { send(message: Message): Promise<void> }
}

/** Sends work to the queue again if its worker has crashed, or if its message was never sent. */
export const resendAbandoned = async <Message>({ abandoned, queue }: AbandonedWork<Message>): Promise<number> => {
  let sent = 0
  for await (const message of abandoned()) {
    await queue.send(message)
    sent++
  }
  return sent
}
