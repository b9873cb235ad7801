import type { Pattern } from '../pattern.ts'

export const queueConsumer: Pattern = {
  id: 'queue-consumer',
  title: 'Queue consumer',
  description: 'Takes messages from a queue and processes each, with retries, back-off and a dead-letter queue.',
  terms: {
    names:
      'queue consumer, queue worker, message consumer, sqs, sqs consumer, job queue, work queue, message queue, rabbitmq, background worker, task queue, queue processor, jetstream, nats, amqp, pulls from the queue, service bus, from a queue, from the queue, from an sqs queue',
    typical:
      'queue, queues, queued, background job, background jobs, dead letter, dlq, consume, consumes, consumer, messages from, off the queue, backlog, poison message, visibility timeout, asynchronously, async jobs, celery, sidekiq, bull, process jobs, retry failed, drain, poison, acks, ack, takes them off, pile up, put aside, dead lettered, retried, picks them up, pick them up',
    hints:
      'message, job, retry, retries, later, one at a time, batch of messages, throttle, slow, offload, in the background, attempts, back off, backoff, parallel, concurrency, pending, at our own pace, pick up, waiting, jobs, worker, workers',
  },
  phrasings: [
    'Sending mails is slow, so requests leave them in a line and something works through it',
    'Take work items that other services left and do them one after the other, trying again when one fails',
    'Orders pile up at Christmas; work them off at our own pace without losing any',
    'Pick up pending transcodes and put aside those that keep failing',
    'Do the heavy PDF rendering later, outside of the request, with retries',
    'Work through the backlog of address corrections, five at a time',
    'Whatever cannot be handled after three tries should wait for a human',
    'Something has to take the tasks that the web tier hands over and finish them in the background',
    'Process each submitted print job and give it back if the printer is offline',
    'Do the billing runs that were handed in, without ever doing one twice',
    'Workers that take translation requests and call a slow partner, no faster than ten a second',
    'Generate thumbnails for messages that were put aside by the upload service',
    'Handle push notifications that wait to be sent, with back-off when the provider says slow down',
    'Take fraud checks waiting in line and record the outcome',
    'Run simulations that users submitted when there is capacity',
    'Deliver letters to the print partner as fast as it takes them',
    'Decouple the checkout from the warehouse: orders wait and are taken when it is ready',
    'Messages that are malformed must not block those behind them',
    'Recompute recommendations for users who are waiting for it',
    'Grade submitted homework one by one in the background',
    'Take what the ingest service buffered and write it to the ledger exactly once',
    'Finish sign-ups in the background: create the mailbox, the folder, the licence',
  ],
}
