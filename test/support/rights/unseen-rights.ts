import { bundleOf, SERVICES } from '../../../lib/services.ts'
import { UNSEEN_OBSERVE_RIGHTS } from './unseen-observe-rights.ts'
import type { UnseenRight } from './unseen-right.ts'

/** The functions whose access names a queue that they take from. */
const TAKES_FROM_A_QUEUE = new RegExp(
  `^(?:${SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { queue }]) => (queue === undefined ? [] : [bundleOf(service, fn)])),
  ).join('|')})$`,
)

const ratesOf = (contract: (typeof SERVICES)[number]['service']['contracts'][number]) =>
  ('endpoints' in contract ? contract.endpoints : Object.values(contract.ops)).flatMap(({ rates }) => rates)

/** The functions that authenticate callers, and none of whose routes has a rate. */
const HAS_NO_RATES = new RegExp(
  `^(?:${SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { callers, serves = [] }]) => {
      const served = service.contracts.filter(({ name }) => serves.includes(name))
      return callers === undefined || served.flatMap(ratesOf).length > 0 ? [] : [bundleOf(service, fn)]
    }),
  ).join('|')})$`,
)

export const UNSEEN_RIGHTS: readonly UnseenRight[] = [
  ...UNSEEN_OBSERVE_RIGHTS,
  {
    fn: /^(?:receipts-(?:api|keys)|evidence-revisions|posture-api)$/,
    action: /^dynamodb:PutItem$/,
    rows: 'RECEIPTOPENING#',
    reason: 'comes with issuing; what these functions issue has public claims',
  },
  {
    fn: /^(?:receipts-(?:api|keys|nudged|sequence)|imagegen-(?:receipt|statements)|(?:archive|flags)-receipt|flows-api|evidence-revisions|posture-api|trust-visitors|runtime-(?:api|pipelines|scaffolds|agents|loops|loop-ticks))$/,
    action: /^dynamodb:PutItem$/,
    rows: 'SIGNINGKEY#',
    reason: 'whoever is the first of a stage to sign with a key puts it: test/unit/receipts/issuing/issue.test.ts',
  },
  {
    fn: /^imagegen-statements$/,
    action: /^kms:/,
    reason: 'signs once a month, if the clock of the tests comes to the next one: test/unit/imagegen/receipts',
  },
  {
    fn: /^imagegen-(?:leave|sweep)$/,
    action: /^dynamodb:DeleteItem$/,
    rows: 'RECEIPTOPENING#',
    reason: 'deletions that others have begun, and jobs that go with their account: test/unit/imagegen/receipts',
  },
  {
    fn: /^imagegen-receipt$/,
    action: /^s3:DeleteObject$/,
    reason: 'removes an image that was deleted while its receipt was noted: test/unit/imagegen/receipts',
  },
  {
    fn: HAS_NO_RATES,
    action: /^dynamodb:UpdateItem$/,
    rows: 'RATE#',
    reason: 'comes with `callers`, for the day when one of its routes has a rate',
  },
  {
    fn: /^accounts-api$/,
    action: /^dynamodb:UpdateItem$/,
    rows: 'ORGKEY#',
    reason: 'rotation hands over what a key has made, and a platform key makes no keys of the platform',
  },
  {
    fn: TAKES_FROM_A_QUEUE,
    action: /^sqs:(?:ChangeMessageVisibility|DeleteMessage|GetQueue\w+|ReceiveMessage)$/,
    reason: 'the event source mapping polls the queue with the role of the function',
  },
  {
    fn: /^sentiment-collect$/,
    action: /^dynamodb:UpdateItem$/,
    reason:
      'made-up mentions cost nothing; what a platform takes for its own is counted in test/unit/sentiment/week.test.ts',
  },
  {
    fn: /^archive-merge$/,
    action: /^dynamodb:GetItem$/,
    reason: 'asks for the current versions of what is older than a day: test/unit/search-index/segment-index.test.ts',
  },
  {
    fn: /^notebooks-(?:search|chat|compose)$/,
    action: /^dynamodb:PutItem$/,
    reason: 'brings the sources of a notebook up to date when it is the first to look: mostly the API is',
  },
  {
    fn: /^archive-api$/,
    action: /^s3:GetObject$/,
    reason: 'looks whether an upload was completed before by a request that died: test/unit/archive',
  },
  {
    fn: /^archive-ingest$/,
    action: /^(?:dynamodb:(?:UpdateItem|Query)|s3:(?:AbortMultipartUpload|ListMultipartUploadParts)|sqs:SendMessage)$/,
    reason:
      'renews the lease of a long import, gives a member of a ZIP up that breaks off, hands over when its time is up: test/unit/archive/import.test.ts',
  },
  {
    fn: /^archive-(?:api|ingest)$/,
    action: /^dynamodb:/,
    rows: 'SLICE#',
    reason: 'of files of 128 MiB and more, which LONG=1 uploads: test/unit/archive/import-slices.test.ts',
  },
  {
    fn: /^notebooks-compose$/,
    action: /^dynamodb:DeleteItem$/,
    reason: 'removes an artifact whose notebook was deleted while it was to be made, which is a race',
  },
  {
    fn: /^archive-survey$/,
    action: /^(?:dynamodb:(?:Query|GetItem|PutItem|UpdateItem)|s3:(?:Get|Put)Object|sqs:SendMessage)$/,
    reason:
      'makes findable again what another model or another kind of index held, which is configuration: test/unit/archive/survey.test.ts',
  },
  {
    fn: /^(?:archive|notebooks)-sweep$/,
    action: /^(?:dynamodb:Query|sqs:SendMessage)$/,
    reason: 'reads the index, whose right is its own, and sends again what a worker that died has left: a race',
  },
  {
    fn: /(?:-send-mail|^trust-notices)$/,
    action: /^ses:SendEmail$/,
    reason: 'SES holds a call against the identity that it finds: of the address, as here, or of its domain',
  },
  {
    fn: /-send-mail$/,
    action: /^sqs:SendMessage$/,
    reason: 'puts mail off that may not be sent today: test/unit/mail/mail.test.ts',
  },
  {
    fn: /^(?:imagegen-paint|archive-(?:search|chat|ingest|survey)|notebooks-(?:search|chat|compose)|sentiment-collect)$/,
    action: /^dynamodb:(?:GetItem|UpdateItem)$/,
    rows: 'SPEND#',
    reason:
      'reserves what costs; stand-ins cost nothing, and are only asked whether their ceiling is reached: test/unit/kernel/spend-guard.test.ts',
  },
  {
    fn: /./,
    action: /^s3:ListBucket$/,
    reason: 'no call: with it S3 answers 404 instead of 403 for an object that is not there',
  },
  {
    fn: /^(?:archive|billing|flags|flows|intake|observe|runtime|sentiment)-leave$/,
    action: /^(?:dynamodb:(?:DeleteItem|PutItem)|s3:(?:AbortMultipartUpload|ListMultipartUploadParts|DeleteObject))$/,
    reason: 'removes what few people have, such as open uploads and batches: test/unit/leaving/erasers.test.ts',
  },
  {
    fn: /^gateway-mcp$/,
    action: /^dynamodb:(?:Get|Put)Item$/,
    rows: 'OARESOURCE#',
    reason: 'the gateway enters its address once, which is when the system starts: test/unit/oauth/resources.test.ts',
  },
  {
    fn: /^(?:receipts-api|flows-api|evidence-revisions|posture-api|trust-visitors|(?:archive|flags)-receipt|runtime-(?:api|pipelines|scaffolds|agents|loops|loop-ticks))$/,
    action: /^kms:/,
    reason: 'signs with the second key after a rotation: test/unit/receipts/issuing',
  },
  {
    fn: /^runtime-loops$/,
    action: /^s3:GetObject$/,
    reason: 'a step that is done again finds the scaffold that it has made: test/unit/runtime/run-codegen.test.ts',
  },
  {
    fn: /^runtime-sim$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    reason:
      'tests decks once a day, if the clock of the tests comes to the next one: test/unit/runtime/self-test.test.ts',
  },
  {
    fn: /^(?:archive|flags)-api$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    rows: 'ORG#',
    reason: 'a key of a shared organisation is made on condition that its maker is a member: test/unit/identity',
  },
  {
    fn: /^flags-(?:advance|sweep)$/,
    action: /^dynamodb:PutItem$/,
    rows: 'FLAGSETS#',
    reason: 'comes with the rights to write a set; the first write of an environment is no canary’s',
  },
  {
    fn: /^imagegen-leave$/,
    action: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem)$/,
    reason: 'gives back what a job holds that has not ended, which is a race: test/unit/imagegen/delete-job.test.ts',
  },
  {
    fn: /^accounts-depart$/,
    action: /^cognito-idp:AdminDeleteUser$/,
    reason: 'the user pool of a laptop has nobody: test/unit/accounts/user-pool.test.ts',
  },
  {
    fn: /^accounts-depart$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    reason: 'finds heirs and ends memberships of shared organisations: test/unit/accounts/departures.test.ts',
  },
  {
    fn: /^accounts-export$/,
    action:
      /^(?:s3:(?:AbortMultipartUpload|ListMultipartUploadParts)|events:PutEvents|dynamodb:(?:PutItem|DeleteItem))$/,
    reason:
      'tells services again that were silent, and gives up what it could not write: test/unit/accounts/account-exports.test.ts',
  },
  {
    fn: /^imagegen-(?:assets|encode|paint)$/,
    action: /^s3:DeleteObject$/,
    reason: 'takes back what it wrote when the job was deleted meanwhile: test/unit/imagegen/crash-drill.test.ts',
  },
  {
    fn: /^(?:flows-api|evidence-(?:revisions|gap-fill)|runtime-(?:pipelines|agents))$/,
    action: /^dynamodb:(?:GetItem|UpdateItem)$/,
    rows: 'SPEND#',
    reason:
      'reserves tokens of a language model, of which none is configured here: test/unit/runtime/role-prose.test.ts',
  },
  {
    fn: /^evidence-(?:revisions|gap-fill)$/,
    action: /^dynamodb:(?:GetItem|PutItem)$/,
    rows: 'USE#',
    reason: 'four fifths of a quota of 100, at 30 an hour, are told once: test/unit/evidence-api/gap-fill.test.ts',
  },
  {
    fn: /^evidence-(?:revisions|gap-fill)$/,
    action: /^dynamodb:(?:PutItem|DeleteItem)$/,
    rows: 'OUTBOX#',
    reason: 'the event of a quota that is nearly used up: test/unit/evidence-api/gap-fill.test.ts',
  },
  {
    fn: /^imagegen-paint$/,
    action: /^secretsmanager:GetSecretValue$/,
    reason: 'the stand-in paints here and needs no credentials: test/unit/imagegen/providers',
  },
  {
    fn: /^imagegen-api$/,
    action: /^secretsmanager:DescribeSecret$/,
    reason:
      'with the stand-in nobody asks which providers are configured: test/unit/imagegen/configured-provider.test.ts',
  },
  {
    fn: /^imagegen-lifecycle$/,
    action: /^(?:secretsmanager:GetSecretValue|dynamodb:(?:Query|PutItem))$/,
    reason: 'once a day, with credentials of a provider: test/unit/imagegen/lifecycle.test.ts',
  },
  {
    fn: /^imagegen-credits$/,
    action: /^dynamodb:/,
    reason: 'invoked by the billing service with purchases: test/unit/ledger/purchases.test.ts',
  },
  {
    fn: /^usage-entitlements$/,
    action: /^dynamodb:/,
    reason: 'invoked by billing and by operators: test/unit/usage/entitlement-table.test.ts',
  },
  {
    fn: /^imagegen-sweep$/,
    action: /^dynamodb:(?:GetItem|PutItem|UpdateItem)$/,
    reason: 'ends a job that nobody has worked on for 55 minutes: test/unit/imagegen/credits/settlement.test.ts',
  },
  {
    fn: /^imagegen-sweep$/,
    action: /^sqs:SendMessage$/,
    reason:
      'sends a notification or a job again whose message was lost, which is a race: test/unit/imagegen/sweep-jobs.test.ts',
  },
]
