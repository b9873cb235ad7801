import {
  type CancellationReasons,
  Refusal,
  type RowOf,
  type RowTable,
  refusal,
  rowTable,
  type TableDeps,
  transact,
} from '@signet/kernel'
import { type Deck, deckSha256 } from '@signet/readings'
import { canonicalJson } from '@signet/receipts/digest'
import { deckNamesRow, deckRow, deckVersionRow } from '../contract/deck-rows.ts'
import { DECKS_MAX, VERSIONS_MAX } from '../contract/decks.ts'
import { newestFirst } from './deck-versions.ts'

export type ListedVersion = RowOf<typeof deckRow>['versions'][number]

export interface StoredDeck {
  readonly deck: Deck
  readonly sha256: string
  readonly versions: readonly ListedVersion[]
}

export type RegistrationRefusal = Refusal<'deck_version_exists' | 'deck_limit_reached'>

export interface DeckRegistry {
  names(org: string): Promise<readonly string[]>
  /** Versions of a deck, newest first; empty if the organization does not have the deck. */
  versions(org: string, slug: string): Promise<readonly ListedVersion[]>
  read(org: string, slug: string, version: string): Promise<Deck | undefined>
  /** Registers a version. Repeating it with the same bytes changes nothing. */
  register(
    org: string,
    deck: Deck,
  ): Promise<{ readonly stored: StoredDeck; readonly isNew: boolean } | RegistrationRefusal>
}

interface Tables {
  readonly names: RowTable<typeof deckNamesRow>
  /** The list of the versions of each deck. */
  readonly decks: RowTable<typeof deckRow>
  /** The content of each version. */
  readonly stored: RowTable<typeof deckVersionRow>
}

const limitReached = (items: string, limit: number): Refusal<'deck_limit_reached'> =>
  refusal('deck_limit_reached', `The limit of ${limit} ${items} is reached`, { extras: { limit } })

/**
 * Returns the writes that add a name to the organization's list. The revision makes concurrent additions conflict, so
 * the limit is never exceeded.
 */
const nameSteps = async ({ names }: Tables, org: string, slug: string) => {
  const row = await names.get({ org })
  if (row === undefined) return [names.steps.putNew({ org }, { names: [slug], revision: 1 })]
  if (row.names.length >= DECKS_MAX) return limitReached('decks', DECKS_MAX)
  const { revision } = row
  return [names.steps.replace({ org }, { names: [...row.names, slug], revision: revision + 1 }, { revision })]
}

const registrationSteps = async (tables: Tables, org: string, deck: Deck, at: string) => {
  const { name: slug, version } = deck
  const sha256 = deckSha256(deck)
  const row = await tables.decks.get({ org, slug })
  const versionsBefore = row?.versions ?? []
  const existing = versionsBefore.find((each) => each.version === version)
  if (existing && existing.sha256 !== sha256)
    return {
      result: refusal(
        'deck_version_exists',
        `Version ${version} of ${slug} exists with different content; use another version number`,
      ),
    }
  if (existing) return { result: { stored: { deck, sha256, versions: versionsBefore }, isNew: false } }
  if (versionsBefore.length >= VERSIONS_MAX) return { result: limitReached(`versions of ${slug}`, VERSIONS_MAX) }
  const nameWrites = row === undefined ? await nameSteps(tables, org, slug) : []
  if (nameWrites instanceof Refusal) return { result: nameWrites }
  const versions = [...versionsBefore, { version, sha256, at }].toSorted(newestFirst)
  const next = { versions, revision: (row?.revision ?? 0) + 1 }
  const steps = [
    tables.stored.steps.putNew({ org, slug, version }, { deck: canonicalJson(deck), sha256, at }),
    row === undefined
      ? tables.decks.steps.putNew({ org, slug }, next)
      : tables.decks.steps.replace({ org, slug }, next, { revision: row.revision }),
    ...nameWrites,
  ]
  return { steps, result: { stored: { deck, sha256, versions }, isNew: true } }
}

export const deckRegistry = (deps: TableDeps): DeckRegistry => {
  const tables: Tables = {
    names: rowTable(deckNamesRow, deps),
    decks: rowTable(deckRow, deps),
    stored: rowTable(deckVersionRow, deps),
  }
  return {
    names: async (org) => (await tables.names.get({ org }))?.names ?? [],
    versions: async (org, slug) => (await tables.decks.get({ org, slug }))?.versions ?? [],
    async read(org, slug, version) {
      const row = await tables.stored.get({ org, slug, version }, { allowsStaleRead: false })
      return row && (JSON.parse(row.deck) as Deck)
    },
    register: (org, deck) =>
      transact<{ readonly stored: StoredDeck; readonly isNew: boolean } | RegistrationRefusal>(
        deps,
        (_: CancellationReasons | undefined) => registrationSteps(tables, org, deck, deps.now().toISOString()),
      ),
  }
}
