import { reply } from '@signet/contracts'
import { invalidInput, Refusal, refusal, route } from '@signet/kernel'
import {
  type CompiledScript,
  compileScript,
  deckSha256,
  loadShelf,
  type ReadingFile,
  type ResponseMode,
  runReading as repeatReading,
  replyOf,
  SPREADS,
  spreadOfName,
} from '@signet/readings'
import type { StructuredReading } from '@signet/runtime-schemas/reading'
import type { RunBody } from '@signet/runtime-schemas/run'
import type * as z from 'zod'
import { listSpreads, runReading } from '../contract/readings.ts'
import { querentScope } from '../namespaces/namespace.ts'
import { type InscribedReading, type InscribeReadingDeps, inscribeReading } from './inscribe-reading.ts'
import { readingRefusal } from './reading-refusal.ts'
import { type ReadingRequest, runForQuerent } from './run-for-querent.ts'

export interface ReadingDeps extends InscribeReadingDeps {
  readonly issuer: string
}

/** Maximum JSON length of the facts of a stored reading. They become claims of a receipt, which must fit in one row. */
const STORED_FACTS_MAX_CHARACTERS = 64 * 1024

const sourceRefusal = (): Refusal<'invalid_input'> =>
  invalidInput([
    {
      field: 'script',
      message: 'is missing or ambiguous; send exactly one of script, source (an alias of script) and spreadType',
    },
  ])

const readingRequestOf = ({ script, source, spreadType, querent, seed, lenient }: RunBody) => {
  const sources = [script, source, spreadType].filter((each) => each !== undefined)
  if (sources.length !== 1) return sourceRefusal()
  const { intention, state } = querent
  const commonInputs = { intention, state, seed, lenient }
  if (spreadType === undefined) return { script: script ?? source ?? '', ...commonInputs }
  const spread = spreadOfName(spreadType)
  if (spread !== undefined) {
    const { script: text, ...spreadInfo } = spread
    return { script: text, spread: spreadInfo, ...commonInputs }
  }
  const spreads = SPREADS.map(({ name }) => name)
  return refusal('unknown_spread', `The spread ${spreadType} does not exist; GET /spreads lists the valid spreads`, {
    extras: { spreads },
  })
}

const inputRefusal = ({ publish_claims, inscribe, querent }: RunBody): Refusal<'invalid_input'> | undefined => {
  if (publish_claims && !inscribe)
    return invalidInput([
      { field: 'publish_claims', message: 'requires "inscribe": true, because claims are part of a receipt' },
    ])
  if (inscribe && JSON.stringify(querent.state ?? {}).length > STORED_FACTS_MAX_CHARACTERS)
    return invalidInput([
      {
        field: 'querent.state',
        message: `must have at most ${STORED_FACTS_MAX_CHARACTERS} characters as JSON to store the reading`,
      },
    ])
  return undefined
}

const checkedScript = ({ script, decks }: CompiledScript, { spread }: ReadingRequest) => ({
  valid: true as const,
  spread: spread ?? { name: script.name, version: '0.0.0', title: script.title ?? script.name },
  decks: decks.map(({ alias, deck }) => ({ alias, name: deck.name, version: deck.version, sha256: deckSha256(deck) })),
  asks: script.asks.map(({ name, question, type }) => ({ name: name.text, question, type })),
})

/** Repeats a stored reading for its trace, which is not stored. `stakes` has no effect on a reply. */
const redraw = async ({ inputs, reading }: ReadingFile) => {
  const { decks, ...otherInputs } = inputs
  const outcome = repeatReading(otherInputs, await loadShelf(inputs.script, decks))
  return { ok: true as const, reading, stakes: 0, trace: outcome.ok ? outcome.trace : [] }
}

const inscribedReply = async ({ hash, file }: InscribedReading, mode: ResponseMode, issuer: string) => {
  const outcome =
    mode === 'raw' ? await redraw(file) : { ok: true as const, reading: file.reading, stakes: 0, trace: [] }
  const receipt = { hash, verifyUrl: `${issuer}/verify/${hash}`, seed: file.reading.seed }
  return { ...replyOf(outcome, mode), hash, receipt }
}

/** The contract permits fields that the engine's interfaces do not declare. */
const responseBody = (reading: object) => reading as z.output<typeof StructuredReading>

const checkScript = async ({ shelfOf }: ReadingDeps, org: string, readingRequest: ReadingRequest) => {
  const compilation = compileScript(readingRequest.script, await shelfOf(org, readingRequest.script))
  if (compilation.ok) return reply(200, checkedScript(compilation.compiled, readingRequest))
  return readingRefusal({ status: 400, code: 'script_invalid', errors: compilation.errors })
}

/** `POST /run`. */
export const runRoute = (deps: ReadingDeps) => {
  const run = runForQuerent(deps)
  const inscribe = inscribeReading(deps)
  return route(runReading, async ({ body, query, headers, caller }) => {
    const readingRequest = readingRequestOf(body)
    if (readingRequest instanceof Refusal) return readingRequest
    const scope = querentScope(caller, headers['x-querent-ids'])
    const namespace = scope.writeNamespace(body.querent.id)
    if (namespace instanceof Refusal) return namespace
    const invalid = inputRefusal(body)
    if (invalid) return invalid
    if (query.dry_run) return checkScript(deps, scope.org, readingRequest)
    if (!body.inscribe) {
      const { outcome } = await run(readingRequest, namespace)
      if (!outcome.ok) return readingRefusal(outcome.refusal)
      return reply(200, responseBody(replyOf(outcome, body.responseMode)))
    }
    const key = headers['idempotency-key']
    const inscribed = await inscribe({ readingRequest, namespace, isPublic: body.publish_claims, key })
    if (inscribed instanceof Refusal) return inscribed
    if ('refused' in inscribed) return readingRefusal(inscribed.refused)
    return reply(200, responseBody(await inscribedReply(inscribed, body.responseMode, deps.issuer)))
  })
}

export const spreadsRoute = () =>
  route(listSpreads, async () => reply(200, { spreads: SPREADS.map((spread) => ({ ...spread })) }))
