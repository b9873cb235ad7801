import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from './people.ts'

/** The person who owns the resources of a test. No other caller may see them. */
export interface Owner {
  readonly person: Person
  readonly org: string
  readonly user: string
  readonly session: string
  /** A key of the organization. */
  readonly key: string
  readonly keyId: string
}

type Values = Readonly<Record<string, string>>

/** A domain's data for the isolation tests in test/api/platform/. Each domain has one in test/api/<domain>/owned.ts. */
export interface OwnedThings {
  /** Creates a resource of the owner and returns the IDs in the path, by the start of the path up to the first ID. */
  readonly paths?: Readonly<Record<string, (owner: Owner) => Promise<Values>>>
  /** IDs that do not exist, by the start of the path. Only for IDs other than UUIDs. */
  readonly absent?: Readonly<Record<string, Values>>
  /** Values of path parameters that are not IDs. */
  readonly choices?: Values
  /** By operation: the reason why an operation with an ID in its path is public. */
  readonly publicOperations?: Values
  /** By operation: the reason why it answers 200 for an ID that does not exist. All callers get the same answer. */
  readonly acceptsAbsentIds?: Values
  /** By operation: the reason why its caller chooses the ID. In another organization it names another resource. */
  readonly chosenByCaller?: Values
  /** By operation: the reason why it distinguishes foreign IDs from absent ones. It refuses both. */
  readonly distinguishesForeignIds?: Values
  /** By `<start of the path> <name>`: the reason why no answer contains the ID. */
  readonly notInAnswers?: Values
  /** Texts that only the owner may see, in addition to the IDs. */
  readonly texts?: (owner: Owner) => Promise<Values>
  /** By `<operation> <name>`: the reason why a foreign value of this member or parameter is useless. */
  readonly byValue?: Values
  /** Deletes the resources. */
  readonly end?: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Returns the names of the IDs in a path. Its other parameters are choices, which do not belong to an owner. */
export const idNamesIn = (path: string, choices: Values): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (Object.hasOwn(choices, name) ? [] : [name]))

/** Loads the data of all domains. */
export const ownedThings = (): Promise<readonly OwnedThings[]> =>
  Promise.all(
    globSync('test/api/*/owned.ts', { cwd: root })
      .sort()
      .map(async (file) => ((await import(join(root, file))) as { readonly owned: OwnedThings }).owned),
  )
