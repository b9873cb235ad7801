import { type RowOf, type RowTable, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import type { ReceiptKind } from '@signet/receipts'
import type { Issue, IssuedReceipt, IssueReceipt } from '@signet/receipts/issuing'
import { receiptKeyRow } from '@signet/receipts/rows'
import { grimoireRow, inscribedRow } from '../contract/reading-rows.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import type { InscribedObjects } from './reading-objects.ts'

export type GrimoireEntry = RowOf<typeof grimoireRow>

export interface Inscription<Kind extends ReceiptKind = ReceiptKind>
  extends Pick<Issue<Kind>, 'subject' | 'claims' | 'key'> {
  readonly kind: Kind
  readonly namespace: Namespace
  /** SHA-256 of the request. It detects a different request with the same key. */
  readonly request: string
  readonly file: unknown
  readonly entry: Omit<GrimoireEntry, 'hash' | 'querent' | 'kind'>
  readonly steps?: readonly WriteStep[] | ((hash: string, objectKey: string) => readonly WriteStep[])
}

export interface InscribeDeps extends TableDeps {
  readonly issue: IssueReceipt
  readonly objects: InscribedObjects
}

export interface Inscriber {
  /**
   * To inscribe a result is to store it and issue its receipt. Writes the object first, then the list entry, the index
   * row and the receipt in one transaction, so that an interrupted request has no visible effect. Each key has one
   * receipt.
   * @throws ReceiptStepsRefused if a condition of `steps` is not met
   */
  inscribe<Kind extends ReceiptKind>(work: Inscription<Kind>): ReturnType<IssueReceipt>
  findByKey(org: string, key: string): Promise<IssuedReceipt | undefined>
  find(org: string, hash: string): Promise<RowOf<typeof inscribedRow> | undefined>
  /**
   * Reads a stored result.
   * @throws Error if its object is missing
   */
  read(row: Pick<RowOf<typeof inscribedRow>, 'object' | 'hash'>): Promise<unknown>
}

interface Lists {
  readonly grimoire: RowTable<typeof grimoireRow>
  readonly inscribed: RowTable<typeof inscribedRow>
}

const writeSteps =
  ({ grimoire, inscribed }: Lists, work: Inscription, objectKey: string) =>
  (hash: string) => {
    const { namespace, entry, request, kind, steps = [] } = work
    const { org, namespaceId, querent } = namespace
    const { at, spread, role } = entry
    const identity = { hash, querent, kind: kind.kind }
    return [
      inscribed.steps.putNew(
        { org, hash },
        { ...identity, spread, at, namespaceId, object: objectKey, request, ...(role !== undefined && { role }) },
      ),
      grimoire.steps.putNew({ org, namespaceId, at, hash }, { ...entry, ...identity }),
      ...(typeof steps === 'function' ? steps(hash, objectKey) : steps),
    ]
  }

export const inscriber = ({ issue, objects, ...deps }: InscribeDeps): Inscriber => {
  const indexTables: Lists = { grimoire: rowTable(grimoireRow, deps), inscribed: rowTable(inscribedRow, deps) }
  const keys = rowTable(receiptKeyRow, deps)
  return {
    async inscribe(work) {
      const { kind, namespace, key, subject, claims, file } = work
      const { org, querent } = namespace
      const objectKey = await objects.store(org, file)
      const steps = writeSteps(indexTables, work as unknown as Inscription, objectKey)
      return issue(kind, { org, key, ref: querent, subject, claims, steps })
    },
    async findByKey(org, key) {
      const row = await keys.get({ org, key })
      return row && { hash: row.hash, isNew: false }
    },
    find: (org, hash) => indexTables.inscribed.get({ org, hash }),
    async read({ object, hash }) {
      const file = await objects.read(object)
      if (file === undefined) throw new Error(`The object of ${hash} is missing: ${object}`)
      return file
    },
  }
}
