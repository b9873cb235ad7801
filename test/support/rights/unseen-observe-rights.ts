import type { UnseenRight } from './unseen-right.ts'

/** Of observability. */
export const UNSEEN_OBSERVE_RIGHTS: readonly UnseenRight[] = [
  {
    fn: /^observe-otlp$/,
    action: /^dynamodb:Query$/,
    rows: 'OBS#',
    reason: 'asks which workers came first where a plan became smaller: test/unit/observe/ingest.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^secretsmanager:GetSecretValue$/,
    reason: 'headers of a collector, where one is configured: test/unit/observe/own-spans.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^sqs:SendMessage$/,
    reason: 'Lambda sends to the queue, by this role, what has failed three times',
  },
  {
    fn: /^observe-notify$/,
    action: /^sqs:SendMessage$/,
    reason: 'puts a notice off that was not taken, for longer than tests wait: test/unit/observe/notices.test.ts',
  },
  {
    fn: /^observe-evaluate$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'OBSALERT#',
    reason:
      'takes the place of what a worker told before by the id of an incident of ours: test/unit/observe/rules.test.ts',
  },
  {
    fn: /^observe-evaluate$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'OBSRULE#',
    reason: 'forgets states of a rule or a worker that is gone: test/unit/observe/rules.test.ts',
  },
  {
    fn: /^observe-sweep$/,
    action: /^dynamodb:(?:GetItem|UpdateItem|DeleteItem)$/,
    rows: 'OBSRULE#',
    reason: 'removes rules and objectives of a removed worker: test/unit/observe/sweep.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^dynamodb:PutItem$/,
    rows: 'OBSLOG#',
    reason: 'comes with the writing of what workers send: our own functions send spans alone',
  },
]
