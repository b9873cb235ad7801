import type { Bucket } from '@signet/kernel/bucket'
import { rowTable, type TableDeps } from '@signet/kernel'
import { linesOf, type Take } from '@signet/erasure'
import type { Deck } from '@signet/readings'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { deckNamesRow, deckRow, deckVersionRow } from '../contract/deck-rows.ts'
import { findingRow } from '../contract/finding-rows.ts'
import { loopRow } from '../contract/loop-rows.ts'
import { memoryRow } from '../contract/memory-row.ts'
import { inscribedRow } from '../contract/reading-rows.ts'
import { conversationRow, scaffoldRunRow } from '../contract/scaffold-rows.ts'
import { loopTable } from '../loops/loop-table.ts'

export interface TakeDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'read'>
}

async function* readingsOf({ objects, ...deps }: TakeDeps, org: string) {
  for (const row of await rowTable(inscribedRow, deps).all({ org })) {
    const { hash, kind, querent, at, object } = row
    const bytes = await objects.read(object)
    if (bytes) yield { hash, kind, querent, at, ...(JSON.parse(bytes.toString('utf8')) as object) }
  }
}

async function* memoriesOf(deps: TableDeps, org: string) {
  const memories = rowTable(memoryRow, deps)
  const roles = rowTable(roleMemoryRow, deps)
  const rows = await rowTable(inscribedRow, deps).all({ org })
  const querents = new Map(rows.map(({ place, querent }) => [place, querent]))
  for (const [place, querent] of querents) {
    const memory = await memories.get({ namespace: `${org}/${place}` })
    if (memory) yield { querent, ...memory }
    for (const role of await roles.all({ namespace: `${org}/${place}` })) yield { querent, ...role }
  }
}

/** Interviews that are still kept, with what was answered; those that came to an end are readings, too. */
async function* loopsOf(deps: TableDeps, org: string) {
  const loops = loopTable(deps)
  for (const { id } of await rowTable(loopRow, deps).all({ org })) {
    const loop = await loops.find(org, id)
    if (loop) yield loop
  }
}

async function* decksOf(deps: TableDeps, org: string) {
  const decks = rowTable(deckRow, deps)
  const versions = rowTable(deckVersionRow, deps)
  const { names = [] } = (await rowTable(deckNamesRow, deps).get({ org })) ?? {}
  for (const slug of names)
    for (const { version } of (await decks.get({ org, slug }))?.versions ?? []) {
      const row = await versions.get({ org, slug, version })
      if (row) yield JSON.parse(row.deck) as Deck
    }
}

async function* runsOf(deps: TableDeps, org: string) {
  for (const { outcomes, told: _told, place: _place, ...run } of await rowTable(scaffoldRunRow, deps).all({ org }))
    yield { ...run, outcomes: outcomes.map(({ at, body }) => ({ ...body, at })) }
}

/** Scaffolds that only a conversation remembers; those that are inscribed are with the readings. */
async function* conversationsOf({ objects, ...deps }: TakeDeps, org: string) {
  for (const { run, hash, object } of await rowTable(conversationRow, deps).all({ org })) {
    const bytes = hash === undefined ? await objects.read(object) : undefined
    if (bytes) yield { run, ...(JSON.parse(bytes.toString('utf8')) as object) }
  }
}

/** Readings, scaffolds and grades with their inputs, what became of scaffolds, what is remembered of querents, interviews, findings and decks. */
export const takeRuntime = (deps: TakeDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('readings', readingsOf(deps, org))
    yield* linesOf('scaffold-runs', runsOf(deps, org))
    yield* linesOf('scaffolds', conversationsOf(deps, org))
    yield* linesOf('memory', memoriesOf(deps, org))
    yield* linesOf('interviews', loopsOf(deps, org))
    yield* linesOf('findings', await rowTable(findingRow, deps).all({ org }))
    yield* linesOf('decks', decksOf(deps, org))
  }
