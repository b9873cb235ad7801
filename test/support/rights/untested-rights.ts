import { bundleOf, SERVICES } from '../../../lib/services.ts'
import { UNTESTED_OBSERVE_RIGHTS } from './untested-observe-rights.ts'
import type { UntestedRight } from './untested-right.ts'

/** The functions that receive messages from a queue. */
const QUEUE_CONSUMERS = new RegExp(
  `^(?:${SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { queue }]) => (queue === undefined ? [] : [bundleOf(service, fn)])),
  ).join('|')})$`,
)

const ratesOf = (contract: (typeof SERVICES)[number]['service']['contracts'][number]) =>
  ('endpoints' in contract ? contract.endpoints : Object.values(contract.ops)).flatMap(({ rates }) => rates)

/** The functions that authenticate callers and have no route with a rate limit. */
const AUTHENTICATING_WITHOUT_RATES = new RegExp(
  `^(?:${SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { callers, serves = [] }]) => {
      const served = service.contracts.filter(({ name }) => serves.includes(name))
      return callers === undefined || served.flatMap(ratesOf).length > 0 ? [] : [bundleOf(service, fn)]
    }),
  ).join('|')})$`,
)

export const UNTESTED_RIGHTS: readonly UntestedRight[] = [
  ...UNTESTED_OBSERVE_RIGHTS,
  {
    fn: /^(?:receipts-(?:api|keys)|evidence-revisions|posture-api)$/,
    action: /^dynamodb:PutItem$/,
    rows: 'RECEIPTOPENING#',
    reason: 'is part of the ability to issue receipts; these functions issue receipts with public claims only',
  },
  {
    fn: /^(?:receipts-(?:api|keys|nudged|sequence)|images-(?:receipt|statements)|(?:archive|flags)-receipt|flows-api|evidence-revisions|posture-api|trust-visitors|runtime-(?:api|pipelines|scaffolds|agents|loops|loop-ticks))$/,
    action: /^dynamodb:PutItem$/,
    rows: 'SIGNINGKEY#',
    reason: 'stores a signing key when the stage first signs with it: test/unit/receipts/issuing/issue.test.ts',
  },
  {
    fn: /^images-statements$/,
    action: /^kms:/,
    reason: 'signs once a month, which the clock of the tests rarely reaches: test/unit/images/receipts',
  },
  {
    fn: /^images-(?:leave|sweep)$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'RECEIPTOPENING#',
    reason: 'finishes deletions of others, and deletes the jobs of an erased account: test/unit/images/receipts',
  },
  {
    fn: /^images-receipt$/,
    action: /^s3:DeleteObject$/,
    reason: 'removes an image that was deleted while its receipt was stored: test/unit/images/receipts',
  },
  {
    fn: AUTHENTICATING_WITHOUT_RATES,
    action: /^dynamodb:UpdateItem$/,
    rows: 'RATE#',
    reason: 'is part of `callers`; none of its routes has a rate limit',
  },
  {
    fn: /^accounts-api$/,
    action: /^dynamodb:UpdateItem$/,
    rows: 'ORGKEY#',
    reason: 'rotation transfers the keys that a key created, but a platform key cannot create platform keys',
  },
  {
    fn: QUEUE_CONSUMERS,
    action: /^sqs:(?:ChangeMessageVisibility|DeleteMessage|GetQueue\w+|ReceiveMessage)$/,
    reason: 'the event source mapping polls the queue with the role of the function',
  },
  {
    fn: /^sentiment-collect$/,
    action: /^dynamodb:UpdateItem$/,
    reason: 'counts paid units; generated mentions cost nothing: test/unit/sentiment/week.test.ts',
  },
  {
    fn: /^archive-merge$/,
    action: /^dynamodb:GetItem$/,
    reason: 'reads the current versions in segments older than a day: test/unit/search-index/segment-index.test.ts',
  },
  {
    fn: /^notebooks-(?:search|chat|compose)$/,
    action: /^dynamodb:PutItem$/,
    reason: 'updates the sources of a notebook, if the API has not done so first',
  },
  {
    fn: /^archive-api$/,
    action: /^s3:GetObject$/,
    reason: 'checks whether a crashed request has completed an upload: test/unit/archive',
  },
  {
    fn: /^archive-ingest$/,
    action: /^(?:dynamodb:(?:UpdateItem|Query)|s3:(?:AbortMultipartUpload|ListMultipartUploadParts)|sqs:SendMessage)$/,
    reason:
      'renews the lease of a long import, aborts a truncated ZIP member, and passes the import on when its time runs out: test/unit/archive/import.test.ts',
  },
  {
    fn: /^archive-(?:api|ingest)$/,
    action: /^dynamodb:/,
    rows: 'SLICE#',
    reason: 'is for files of 128 MiB and more, which tests upload with LONG=1: test/unit/archive/import-slices.test.ts',
  },
  {
    fn: /^notebooks-compose$/,
    action: /^dynamodb:DeleteItem$/,
    reason: 'removes an artifact whose notebook was deleted before it was generated, which is a race',
  },
  {
    fn: /^archive-survey$/,
    action: /^(?:dynamodb:(?:Query|GetItem|PutItem|UpdateItem)|s3:(?:Get|Put)Object|sqs:SendMessage)$/,
    reason:
      'indexes content again after the model or the kind of index was reconfigured: test/unit/archive/survey.test.ts',
  },
  {
    fn: /^(?:archive|notebooks)-sweep$/,
    action: /^(?:dynamodb:Query|sqs:SendMessage)$/,
    reason: 'queries only the index, which has a separate right; resends messages of a crashed worker, which is a race',
  },
  {
    fn: /^(?:notifications-mail-(?:accounts|visitors)|trust-notices)$/,
    action: /^ses:SendEmail$/,
    reason: 'SES checks a call against the identity that it finds: that of the address, as here, or that of its domain',
  },
  {
    fn: /^notifications-mail-(?:accounts|visitors)$/,
    action: /^sqs:SendMessage$/,
    reason: 'delays mail that exceeds the daily limit: test/unit/mail/mail.test.ts',
  },
  {
    fn: /^notifications-deliver-webhooks$/,
    action: /^sqs:SendMessage$/,
    reason:
      'delays a webhook that its receiver rejected, for longer than tests wait: test/unit/notifications/deliver-webhooks.test.ts',
  },
  {
    fn: /^(?:images-paint|archive-(?:search|chat|ingest|survey)|notebooks-(?:search|chat|compose)|sentiment-collect)$/,
    action: /^dynamodb:(?:GetItem|UpdateItem)$/,
    rows: 'SPEND#',
    reason:
      'reserves the cost of a call; stand-ins cost nothing, so only their ceiling is checked: test/unit/kernel/spend-guard.test.ts',
  },
  {
    fn: /./,
    action: /^s3:ListBucket$/,
    reason: 'is not called; with it S3 answers 404 instead of 403 for a missing object',
  },
  {
    fn: /^(?:archive|billing|flags|flows|observe|runtime|sentiment|support)-erasure$/,
    action: /^(?:dynamodb:(?:DeleteItem|PutItem)|s3:(?:AbortMultipartUpload|ListMultipartUploadParts|DeleteObject))$/,
    reason: 'removes rarely used data, such as open uploads and batches: test/unit/erasure',
  },
  {
    fn: /^agent-gateway-mcp$/,
    action: /^dynamodb:(?:Get|Put)Item$/,
    rows: 'OARESOURCE#',
    reason: 'the gateway registers its address once, when the system starts: test/unit/oauth/resources.test.ts',
  },
  {
    fn: /^(?:receipts-api|flows-api|evidence-revisions|posture-api|trust-visitors|(?:archive|flags)-receipt|runtime-(?:api|pipelines|scaffolds|agents|loops|loop-ticks))$/,
    action: /^kms:/,
    reason: 'signs with the second key after a rotation: test/unit/receipts/issuing',
  },
  {
    fn: /^runtime-loops$/,
    action: /^s3:GetObject$/,
    reason: 'a repeated step reads the scaffold that it created: test/unit/runtime/run-codegen.test.ts',
  },
  {
    fn: /^runtime-sim$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    reason: 'tests decks once a day, which the clock of the tests may not reach: test/unit/runtime/self-test.test.ts',
  },
  {
    fn: /^(?:archive|flags)-api$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    rows: 'ORG#',
    reason: 'a key of a shared organization is created on condition that its creator is a member: test/unit/identity',
  },
  {
    fn: /^flags-(?:advance|sweep)$/,
    action: /^dynamodb:PutItem$/,
    rows: 'FLAGSETS#',
    reason: 'is part of the rights to write a set; a canary never makes the first write of an environment',
  },
  {
    fn: /^images-erasure$/,
    action: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem)$/,
    reason: 'releases the reservation of an unfinished job, which is a race: test/unit/images/delete-job.test.ts',
  },
  {
    fn: /^accounts-erasure$/,
    action: /^cognito-idp:AdminDeleteUser$/,
    reason: 'the local user pool has no users: test/unit/accounts/user-pool.test.ts',
  },
  {
    fn: /^accounts-erasure$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    reason:
      'finds new owners and ends memberships of shared organizations: test/unit/accounts/account-deletion.test.ts',
  },
  {
    fn: /^accounts-export$/,
    action:
      /^(?:s3:(?:AbortMultipartUpload|ListMultipartUploadParts)|events:PutEvents|dynamodb:(?:PutItem|DeleteItem))$/,
    reason:
      'notifies services again that did not answer, and aborts uploads that it could not complete: test/unit/accounts/account-exports.test.ts',
  },
  {
    fn: /^images-(?:assets|encode|paint)$/,
    action: /^s3:DeleteObject$/,
    reason: 'removes its objects if the job was deleted in the meantime: test/unit/images/crash-drill.test.ts',
  },
  {
    fn: /^(?:flows-api|evidence-(?:revisions|gap-fill)|runtime-(?:pipelines|agents))$/,
    action: /^dynamodb:(?:GetItem|UpdateItem)$/,
    rows: 'SPEND#',
    reason: 'reserves tokens of a language model; none is configured here: test/unit/runtime/role-prose.test.ts',
  },
  {
    fn: /^evidence-(?:revisions|gap-fill)$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    rows: 'USE#',
    reason:
      'stores that 80 % of a quota of 100 was reported; tests have 30 per hour: test/unit/evidence-api/gap-fill.test.ts',
  },
  {
    fn: /^evidence-(?:revisions|gap-fill)$/,
    action: /^dynamodb:(?:PutItem|DeleteItem)$/,
    rows: 'OUTBOX#',
    reason: 'stores the event of a nearly exhausted quota: test/unit/evidence-api/gap-fill.test.ts',
  },
  {
    fn: /^images-paint$/,
    action: /^secretsmanager:GetSecretValue$/,
    reason: 'the stand-in draws here and needs no credentials: test/unit/images/providers',
  },
  {
    fn: /^images-api$/,
    action: /^secretsmanager:DescribeSecret$/,
    reason:
      'checks which providers are configured, unless the stand-in draws: test/unit/images/configured-provider.test.ts',
  },
  {
    fn: /^images-lifecycle$/,
    action: /^(?:secretsmanager:GetSecretValue|dynamodb:(?:Query|PutItem))$/,
    reason: 'runs once a day, with credentials of a provider: test/unit/images/lifecycle.test.ts',
  },
  {
    fn: /^images-credits$/,
    action: /^dynamodb:/,
    reason: 'is invoked by the billing service with purchases: test/unit/ledger/purchases.test.ts',
  },
  {
    fn: /^usage-entitlements$/,
    action: /^dynamodb:/,
    reason: 'is invoked by billing and by operators: test/unit/usage/entitlement-table.test.ts',
  },
  {
    fn: /^images-sweep$/,
    action: /^dynamodb:(?:GetItem|PutItem|UpdateItem)$/,
    reason: 'ends a job that is still open after 55 minutes: test/unit/images/credits/settlement.test.ts',
  },
  {
    fn: /^images-sweep$/,
    action: /^sqs:SendMessage$/,
    reason:
      'resends a notification or job whose message was lost, which is a race: test/unit/images/sweep-jobs.test.ts',
  },
]
