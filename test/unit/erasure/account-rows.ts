import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { type Account, exportAccount } from '@signet/erasure'
import { newUuid, rowKey } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { contactRow } from '@signet/notifications/support/message-rows'
import { openingRow, receiptListRow, receiptRow } from '@signet/receipts/rows'
import { conversationRow as archivedRow } from '@signet/search/conversations/rows'
import { openJobRow } from '../../../lambdas/images/contract/job-rows.ts'
import { tenantRow } from '../../../lambdas/images/contract/tenant-rows.ts'
import { looseLogRow, traceRecordRow } from '../../../lambdas/observe/contract/telemetry-rows.ts'
import { loopRow } from '../../../lambdas/runtime/contract/loop-rows.ts'
import { inscribedRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { conversationRow, scaffoldRunRow } from '../../../lambdas/runtime/contract/scaffold-rows.ts'
import { newsSubscriber } from '../../../lambdas/support/subscribe/news-links.ts'
import { exportOf, fixedParts, ownerPart, parentsOf, partNames } from '../../../layers/erasure/src/row-plan.ts'

export const NOW = new Date('2026-11-25T09:00:00Z')
export const PEPPER = 'pepper'

export type Item = Readonly<Record<string, unknown>>
export type TestAccount = { readonly [Name in keyof Account]: string }

export const newAccount = (): TestAccount => ({
  org_id: newUuid(),
  user_id: newUuid(),
  email: `${newUuid()}@people.example`,
})

/** Returns the text that the export of a kind must contain. */
export const markerOf = ({ name }: RowKeys): string => `given ${name}`

/** Returns the value of a key part: the same in the rows of parents and children, and different for each account. */
const partOf = (part: string, { org_id }: TestAccount): string => `${part}-of-${org_id}`

/** Returns the owner of the rows of a kind. */
const ownerOf = (kind: RowKeys, account: TestAccount): string => {
  const part = ownerPart(kind)
  if (part === 'subscriber') return newsSubscriber(PEPPER, account.email)
  if (part === 'day') return '2026-11-24'
  return kind.owner === 'person' ? account.user_id : account.org_id
}

const gz = (records: object): Uint8Array => gzipSync(JSON.stringify(records))

/** Members that the code of a service needs to export a row. */
const EXTRA_MEMBERS = new Map<RowKeys, (account: TestAccount) => Item>([
  [
    openJobRow,
    ({ org_id }) => ({
      tenant_id: org_id,
      job_id: '019a0000-0000-7000-8000-000000000001',
      state: 'completed',
      painter: 'hidden-painter',
      original_prompt: markerOf(openJobRow),
      network: 'hidden-network',
      output_format: 'png',
      settings: { model_id: 'm', cut_out: true, source_key: 'hidden-key' },
      charge: { account: 'hidden-account', parts: { welcome: 3, purchased: 2 }, spender: { grant: 'hidden' } },
      webhook: { url: 'https://hook.example', base_url: 'https://hidden.example', state: 'delivered', attempts: 1 },
      created_at: 'then',
      expires_at: NOW.getTime() / 1000 + 86_400,
    }),
  ],
  [
    tenantRow,
    (account) => ({
      tenant_id: partOf('tenant', account),
      name: markerOf(tenantRow),
      scopes: [],
      api_key_prefix: 'prefix',
      key_digest: `hidden-${account.user_id}`,
    }),
  ],
  [looseLogRow, () => ({ gz: gz({ spans: [], logs: [{ message: markerOf(looseLogRow) }] }) })],
  [
    traceRecordRow,
    () => ({ gz: gz({ spans: [{ traceId: 't', name: markerOf(traceRecordRow) }], logs: [] }), traces: ['t'] }),
  ],
  [loopRow, () => ({ body: gzipSync(JSON.stringify({ text: markerOf(loopRow) })).toString('base64') })],
  [scaffoldRunRow, () => ({ outcomes: [{ at: 'then', body: { outcome: 'good' } }] })],
  [inscribedRow, () => ({ object: markerOf(inscribedRow) })],
  [conversationRow, () => ({ object: markerOf(conversationRow) })],
  [archivedRow, () => ({ pack: markerOf(archivedRow) })],
  [receiptRow, () => ({ kind: markerOf(receiptListRow), claims: undefined })],
  [openingRow, () => ({ salt: 's', claims: '{}' })],
  [contactRow, ({ email }) => ({ email: email.toUpperCase() })],
])

/** Builds an account's row of a kind. Secret members are marked as hidden. */
const rowOf = (kind: RowKeys, kinds: readonly RowKeys[], account: TestAccount, fixed: Item): Item => {
  const { without = [], json } = exportOf(kind) ?? {}
  const children = kinds.filter((other) => parentsOf(other).includes(kind))
  const names = [kind, ...children].flatMap(({ keys }) => [...partNames(keys.pk), ...partNames(keys.sk)])
  const parts = Object.fromEntries(names.map((name) => [name, partOf(name, account)]))
  const textMember = { text: markerOf(kind) }
  return {
    ...parts,
    ...textMember,
    ...Object.fromEntries(without.map((name) => [name, `hidden ${name}`])),
    // Some children are found by members that are hidden in the export.
    ...Object.fromEntries(names.filter((name) => without.includes(name)).map((name) => [name, parts[name]])),
    ...Object.fromEntries(children.map(({ ownerMember }) => [ownerMember ?? 'org', account.org_id])),
    ...(kind.ownerMember && { [kind.ownerMember]: account.org_id }),
    ...(json && { [json]: JSON.stringify(textMember) }),
    ...EXTRA_MEMBERS.get(kind)?.(account),
    ...rowKey(kind, { ...parts, [ownerPart(kind)]: ownerOf(kind, account), ...fixed }),
  }
}

/** Builds a row of each kind that an account has, in every fixed partition. */
export const rowsOf = (kinds: readonly RowKeys[], account: TestAccount): readonly Item[] => {
  const owned = kinds.filter(({ owner }) => owner !== 'platform')
  const rows = owned.flatMap((kind) => {
    const [[part, values] = []] = Object.entries(fixedParts(kind))
    if (!part || !values) return [rowOf(kind, kinds, account, {})]
    return values.map((value) => rowOf(kind, kinds, account, { [part]: value }))
  })
  // Kinds of jobs share a key: only the first one is written.
  return [...new Map(rows.toReversed().map((row) => [`${row.pk} ${row.sk}`, row])).values()]
}

/** Returns the files of an export as text. */
export const filesOf = async (...args: Parameters<typeof exportAccount>): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>()
  for await (const { path, bytes } of exportAccount(...args)) files.set(path, Buffer.from(bytes).toString())
  return files
}

/** Returns the records of a file of an export. */
export const recordsIn = (files: ReadonlyMap<string, string>, name: string): readonly Item[] =>
  (files.get(`${name}.jsonl`) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item)
