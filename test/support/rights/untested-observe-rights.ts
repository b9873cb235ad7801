import type { UntestedRight } from './untested-right.ts'

/** The rights of `observe` that no API test uses. */
export const UNTESTED_OBSERVE_RIGHTS: readonly UntestedRight[] = [
  {
    fn: /^observe-otlp$/,
    action: /^dynamodb:Query$/,
    rows: 'OBS#',
    reason: 'finds the oldest workers after a plan was downgraded: test/unit/observe/ingest.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^secretsmanager:GetSecretValue$/,
    reason: 'reads the headers of a collector, if one is configured: test/unit/observe/own-spans.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^sqs:SendMessage$/,
    reason: 'Lambda uses this role to send events that failed three times to the queue',
  },
  {
    fn: /^observe-evaluate$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'OBSALERT#',
    reason:
      'replaces an alert that a worker reported earlier with the ID of a rule’s incident: test/unit/observe/rules.test.ts',
  },
  {
    fn: /^observe-evaluate$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'OBSRULE#',
    reason: 'deletes states of a deleted rule or worker: test/unit/observe/rules.test.ts',
  },
  {
    fn: /^observe-sweep$/,
    action: /^dynamodb:(?:GetItem|UpdateItem|DeleteItem)$/,
    rows: 'OBSRULE#',
    reason: 'deletes rules and objectives of a removed worker: test/unit/observe/sweep.test.ts',
  },
  {
    fn: /^observe-spans$/,
    action: /^dynamodb:PutItem$/,
    rows: 'OBSLOG#',
    reason: 'is part of storing telemetry of workers; the platform’s functions send only spans',
  },
]
