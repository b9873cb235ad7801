import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { keyItemKey } from '@signet/identity'
import { auditEntryItemKey, flagAuditItemKey } from '../../lambdas/flags/audit/audit-table.ts'
import { openCanaryEntry } from '../../lambdas/flags/canary/open-canaries-table.ts'
import { RETENTION } from '../../lambdas/imagegen/contract/retention.ts'
import {
  backerItemKey,
  balanceItemKey,
  entryItemKey,
  graceIndexEntry,
  graceItemKey,
  onceItemKey,
  usageItemKey,
} from '../../lambdas/imagegen/credits/account-keys.ts'
import {
  DUE_PARTITIONS,
  dueEntry,
  idempotencyItemKey,
  jobItemKey,
  OPEN_PARTITIONS,
  openEntry,
} from '../../lambdas/imagegen/jobs/job-keys.ts'
import { lifecycleItemKey } from '../../lambdas/imagegen/models/lifecycle-table.ts'
import { milestoneTable } from '../../lambdas/imagegen/models/milestone-table.ts'
import { tenantCountItemKey, tenantItemKey, tenantOnceItemKey } from '../../lambdas/imagegen/tenants/tenant-keys.ts'
import { secretItemKey } from '../../lambdas/imagegen/webhooks/secret-table.ts'
import { OUTBOX_PARTITIONS, outboxEntry, outboxItemKey } from '../../layers/events/src/outbox-table.ts'
import {
  canaryItemKey,
  flagUseItemKey,
  snapshotItemKey,
  versionItemKey,
} from '../../layers/flags/src/dynamodb/index.ts'
import { idOf, type Properties, type Synth } from '../infra/synth.ts'

/** One kind of row: its keys as the domain's own builders make them, and what its lifetime is. */
interface Entity {
  readonly name: string
  readonly domain: string
  readonly keys: Readonly<Record<string, string>>
  readonly lifetime: string
}

const DIGEST = /[0-9a-f]{64}/g
const readable = (keys: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).map(([name, text]) => [name, text.replace(DIGEST, '<sha-256>')]))

/** The key that the milestone's table asks for; it has no builder to call. */
const milestoneKey = async (): Promise<Record<string, string>> => {
  let asked: Record<string, string> = {}
  const db = {
    send: async ({ input }: { input: { Key: Record<string, string> } }) => {
      asked = input.Key
      return {}
    },
  }
  await milestoneTable({ db: db as unknown as DynamoDBDocumentClient, table: 't' }).read()
  return asked
}

type Named = (name: string, keys: Readonly<Record<string, string>>, lifetime: string) => Entity

/** The ledger of credits. */
const accountEntities = (imagegen: Named): readonly Entity[] => {
  const entry = { at: '<time>', type: '<type>', ref: '<reference>' }
  const grace = { ...graceItemKey('<account>'), ...graceIndexEntry('<end>') }
  return [
    imagegen('Balance of an account', balanceItemKey('<account>'), 'for ever'),
    imagegen('Ledger entry', entryItemKey('<account>', entry), 'for ever; never changed'),
    imagegen('Mark of a posting that happened', onceItemKey('<account>', entry), 'for ever'),
    imagegen('Mark of a backer of the milestone', backerItemKey('<account>'), 'for ever'),
    imagegen('End of a running grace', grace, 'until the grace is booked as expired'),
    imagegen('Images of a caller without an account', usageItemKey('<tenant>', '<month>'), '7 days after its month'),
  ]
}

/** Flags and what is counted of them. */
const flagEntities = (): readonly Entity[] => {
  const flags = (name: string, keys: Readonly<Record<string, string>>, lifetime: string): Entity => ({
    name,
    domain: 'flags',
    keys: readable(keys),
    lifetime,
  })
  const set = { org: '<organisation>', environment: '<environment>' }
  const numbered = (keys: Readonly<Record<'pk' | 'sk', string>>) => ({
    ...keys,
    sk: `${keys.sk.slice(0, -12)}<sequence>`,
  })
  const due = openCanaryEntry({ ...set, key: '<flag>', nextAt: '<next stage>' })
  return [
    flags('Version of a set of flags', versionItemKey(set), 'for ever'),
    flags('All flags of a set', snapshotItemKey(set), 'for ever'),
    flags('Canary that is running', { ...canaryItemKey(set, '<flag>'), ...due }, 'until it is over'),
    flags('Entry of the audit log', numbered(auditEntryItemKey(set, 0)), 'for ever; never changed'),
    flags('Entry of the audit log, by its flag', numbered(flagAuditItemKey(set, '<flag>', 0)), 'for ever'),
    flags('Counts of a flag in one hour', flagUseItemKey(set, '<flag>', '<hour>'), '90 days'),
  ]
}

/** Events on their way to the bus. */
const eventEntities = (): readonly Entity[] => {
  const event = { source: '<source>', subject: '<entity>', id: '<event>', time: '<time>', sequence: '<version>' }
  const keys = {
    ...outboxItemKey(event),
    ...outboxEntry(event),
    gsi1pk: `OUTBOX#<0-${OUTBOX_PARTITIONS.length - 1}>`,
  }
  return [{ name: 'Event that is not known to be sent', domain: 'events', keys, lifetime: 'until it is sent' }]
}

const entities = async (): Promise<readonly Entity[]> => {
  const job = { tenantId: '<tenant>', jobId: '<job>' }
  const shards = `OPEN#<0-${OPEN_PARTITIONS.length - 1}>`
  const open = { ...openEntry(job, '<since>'), gsi1pk: shards }
  const due = { ...dueEntry(job, new Date(0)), gsi1pk: `DUE#<0-${DUE_PARTITIONS.length - 1}>`, gsi1sk: '<due>#<job>' }
  const imagegen = (name: string, keys: Readonly<Record<string, string>>, lifetime: string): Entity => ({
    name,
    domain: 'imagegen',
    keys: readable(keys),
    lifetime,
  })
  return [
    imagegen('Job that has not ended', { ...jobItemKey(job), ...open }, `${RETENTION.jobDays} days from creation`),
    imagegen('Job that has ended', { ...jobItemKey(job), ...due }, `${RETENTION.jobDays} days from creation`),
    imagegen(
      'Tombstone of a deleted job',
      { ...jobItemKey(job), ...open },
      'until its objects are gone; 7 days at most',
    ),
    imagegen('Idempotency key', idempotencyItemKey('<tenant>', '<key>'), '24 hours from its first use'),
    imagegen('API key', keyItemKey('<hmac>'), 'until it is replaced, or its grace ends'),
    imagegen('Tenant', tenantItemKey('<user>', '<tenant>'), 'for ever'),
    imagegen('Number of tenants of a user', tenantCountItemKey('<user>'), 'for ever'),
    imagegen(
      'Idempotency key of tenant management',
      tenantOnceItemKey('<user>', '<key>'),
      '24 hours from its first use',
    ),
    imagegen('What a provider says of the end of a model', lifecycleItemKey('<model>'), 'for ever'),
    imagegen('Community milestone', await milestoneKey(), 'for ever'),
    imagegen('Generations of a webhook secret', secretItemKey('<tenant>'), 'for ever'),
    ...accountEntities(imagegen),
    ...flagEntities(),
    ...eventEntities(),
  ]
}

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** Rights on rows as the templates grant them: function, partitions, what it may do. */
const allRights = (synth: Synth): readonly (readonly string[])[] =>
  synth.of('AWS::Lambda::Function').flatMap((fn) => {
    const { Metadata, Properties } = fn as typeof fn & { Metadata?: Properties }
    const role = idOf(Properties.Role)
    const policies = synth.of('AWS::IAM::Policy').filter((each) => list(each.Properties.Roles).map(idOf).includes(role))
    return policies.flatMap((policy) =>
      (policy.Properties.PolicyDocument.Statement as Properties[]).flatMap(({ Action, Condition, Resource }) => {
        const actions = list<string>(Action).filter((action) => action.startsWith('dynamodb:'))
        if (actions.length === 0) return []
        const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[] | undefined
        const index = /\/index\/(\w+)/.exec(JSON.stringify(Resource))?.[1]
        const where = keys ? keys.map(code).join(', ') : `index ${code(index)}`
        return [
          [String(Metadata?.['signet:bundle']), where, actions.map((a) => a.slice('dynamodb:'.length)).join(', ')],
        ]
      }),
    )
  })

/** The same code may run as several functions, which may the same: they stand here once. */
const rights = (synth: Synth): readonly (readonly string[])[] => [
  ...new Map(allRights(synth).map((row) => [row.join('|'), row])).values(),
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

/** The page docs/table.md: what is in the table, under which keys, for how long, and who may touch it. */
export const tablePage = async (synth: Synth): Promise<string> => {
  const rows = (await entities()).map(({ name, domain, keys, lifetime }) => [
    name,
    domain,
    code(keys.pk),
    code(keys.sk),
    code(keys.gsi1pk),
    code(keys.gsi1sk),
    lifetime,
  ])
  return `# The table

Generated from the key builders of the domains and the rights in the templates; do not edit. After a change of either:
\`npx vitest run --project unit test/architecture/table-page.test.ts -u\`.

Every row with a lifetime carries it as \`ttl\` in epoch seconds. Reads look at the time themselves; DynamoDB's own
removal only collects garbage, days later.

## Rows

${table(['Row', 'Domain', 'pk', 'sk', 'gsi1pk', 'gsi1sk', 'Kept'], rows)}

The index \`gsi1\` is sparse and holds keys only: in \`OPEN#\` what still needs somebody's attention, oldest first in each
partition; in \`GRACE#\` graces by their end; in \`CANARY\` running canaries by their next
stage; in \`OUTBOX#\` events by when they were written; in \`DUE#\` what is at rest until something of it is to be removed, by that time.

## Who may touch them

${table(['Function', 'Partitions', 'May'], rights(synth))}
`
}
