import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from './people.ts'

/** The person to whom the things of a test belong, whom nobody else may see. */
export interface Owner {
  readonly person: Person
  readonly org: string
  readonly user: string
  readonly session: string
  /** A key of the organisation. */
  readonly key: string
  readonly keyId: string
}

type Values = Readonly<Record<string, string>>

/** What a domain's tests say of its routes for test/api/platform/isolation-world.ts; each stands in test/api/<domain>/owned.ts. */
export interface OwnedThings {
  /** Makes a thing of the owner, and gives the ids in the path, by the start of the path up to the first id. */
  readonly paths?: Readonly<Record<string, (owner: Owner) => Promise<Values>>>
  /** Ids of nothing by the start of the path, where they are no UUIDs. */
  readonly absent?: Readonly<Record<string, Values>>
  /** Values of parameters of paths that are no ids. */
  readonly choices?: Values
  /** Why an operation with an id in its path is for everybody, by its name. */
  readonly forEverybody?: Values
  /** Why an operation answers 200 for an id of which there is nothing, by its name: what it tells is the same for all. */
  readonly tellsOfNothing?: Values
  /** Why an operation takes an id that its caller chooses, by its name: of another organisation it is another thing. */
  readonly chosenByCaller?: Values
  /** Why an operation tells an id of another from one of nothing, by its name: it refuses it all the same. */
  readonly tellsApart?: Values
  /** Why no answer repeats an id, by `<start of the path> <name>`. */
  readonly untold?: Values
  /** Texts that only the owner may ever see, beside those ids. */
  readonly texts?: (owner: Owner) => Promise<Values>
  /** Why the value of another in a member or parameter is of no use, by `<operation> <name>`. */
  readonly byValue?: Values
  /** Takes the things away. */
  readonly end?: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Names of the ids in a path. Its other parameters are choices that anybody has. */
export const idNamesIn = (path: string, choices: Values): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (Object.hasOwn(choices, name) ? [] : [name]))

/** What the tests of all domains say of their routes. */
export const ownedThings = (): Promise<readonly OwnedThings[]> =>
  Promise.all(
    globSync('test/api/*/owned.ts', { cwd: root })
      .sort()
      .map(async (file) => ((await import(join(root, file))) as { readonly owned: OwnedThings }).owned),
  )
