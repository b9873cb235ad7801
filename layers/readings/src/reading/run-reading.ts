import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import { lineOf } from '../check/check-conditions.ts'
import { type CompiledScript, compileScript, type ShelfDeck } from '../check/compile-script.ts'
import { indexOf } from '../decks/deck-index.ts'
import { Dealer, type Draw, type DrawnCard } from '../draw/draw-cards.ts'
import { CardWeigher, type ReadingDeck } from '../draw/weigh-cards.ts'
import { evaluate } from '../facts/evaluate.ts'
import { factText } from '../facts/fact-text.ts'
import {
  type DeckUsed,
  ENGINE,
  type PositionStatus,
  type ReadingCard,
  type ReadingInputs,
  type ReadingOutcome,
  type ReadingPosition,
  type ReadingRefusal,
  type ReadingWarning,
  type SpreadName,
} from '../record/reading.ts'
import type { PositionStatement, SayStatement } from '../script/syntax.ts'
import { Facts } from '../subject/resolve-facts.ts'
import { coverageByDeck } from './coverage.ts'
import { defaultSeed } from './default-seed.ts'
import { inputProblems } from './input-problems.ts'
import { outputOf } from './output.ts'
import { questionsOf, stakesOf } from './questions.ts'
import { speakByRules } from './speak.ts'

const readCard = ({ indexed, relevance, applies, weight, deck }: DrawnCard, position: string): ReadingCard => {
  const { id, title, question, why, severity, element, advice, check, evidence, refs } = indexed.card
  return {
    id,
    deck: deck.alias,
    position,
    title,
    question,
    why,
    severity,
    element,
    advice,
    check,
    evidence,
    refs,
    applies: applies === true ? true : 'unknown',
    relevance: relevance.score,
    weight,
    matched: relevance.matched,
  }
}

class ReadingSession {
  readonly facts: Facts
  readonly weigher: CardWeigher
  readonly dealer: Dealer
  readonly positions: ReadingPosition[] = []
  readonly cards: ReadingCard[] = []
  readonly warnings: ReadingWarning[] = []
  readonly openPositions: PositionStatement[] = []
  readonly skippedPositions: PositionStatement[] = []
  readonly #isLenient: boolean

  constructor(compiled: CompiledScript, inputs: ReadingInputs, facts: Facts, seed: number) {
    this.facts = facts
    this.weigher = new CardWeigher(compiled, inputs, facts)
    this.dealer = new Dealer(this.weigher, seed)
    this.#isLenient = inputs.lenient ?? false
  }

  read(position: PositionStatement): ReadingRefusal | undefined {
    const { when, name } = position
    this.facts.compute()
    const truth = when === undefined ? true : evaluate(when, this.facts.lookupAt(lineOf(when)))
    if (truth === true) return this.#draw(position)
    this.#recordPosition(position, truth === false ? 'skipped' : 'open', [])
    if (truth === false) {
      this.skippedPositions.push(position)
      this.facts.recordCount(name.text, 0)
    } else this.openPositions.push(position)
    return undefined
  }

  #draw(position: PositionStatement): ReadingRefusal | undefined {
    const name = position.name.text
    const drawnCards: DrawnCard[] = []
    let missingCount = 0
    let wantedCount = 0
    for (const statement of position.draws) {
      const draw: Draw = { position: name, statement, deck: this.#deck(statement.deck.text) }
      const result = this.dealer.draw(draw)
      drawnCards.push(...result.drawnCards)
      if (statement.count !== 'all') {
        wantedCount += statement.count
        missingCount += statement.count - result.drawnCards.length
      }
      if (result.undrawnMustIds.length > 0) this.#warnOfMust(position, result.undrawnMustIds)
    }
    const available = drawnCards.length
    if (missingCount > 0 && !this.#isLenient)
      return { status: 422, code: 'position_unfilled', position: name, wanted: wantedCount, available }
    for (const { indexed } of drawnCards) this.facts.setFromCard(indexed.card.id, indexed.card.facts ?? {})
    this.cards.push(...drawnCards.map((card) => readCard(card, name)))
    this.facts.recordCount(name, available)
    const status = available === 0 ? 'empty' : missingCount > 0 ? 'short' : 'filled'
    this.#recordPosition(
      position,
      status,
      drawnCards.map(({ id }) => id),
    )
    if (missingCount > 0) this.#warnOfShort(position, wantedCount, available)
    return undefined
  }

  #deck(alias: string): ReadingDeck {
    const deck = this.weigher.decks.find((it) => it.alias === alias)
    if (!deck) throw new RangeError(`Deck ${alias} is missing from a checked script`)
    return deck
  }

  #recordPosition({ name, title }: PositionStatement, status: PositionStatus, cards: readonly string[]): void {
    this.positions.push({ name: name.text, title, status, cards })
  }

  #warnOfShort({ name }: PositionStatement, wanted: number, available: number): void {
    const message = `Position ${name.text} requested ${wanted} cards, and ${available} apply`
    this.warnings.push({ code: 'position_short', position: name.text, message })
  }

  #warnOfMust({ name }: PositionStatement, cards: readonly string[]): void {
    const message = `Position ${name.text} is too small for cards that must be read: ${cards.join(', ')}`
    this.warnings.push({ code: 'must_not_drawn', position: name.text, message, cards })
  }

  say({ line, parts }: SayStatement): string {
    const lookup = this.facts.lookupAt(line)
    return parts
      .map((part) => {
        if (typeof part === 'string') return part
        const [name = '', member] = part.text.split('.')
        if (member !== 'titles') return factText(lookup(part.text))
        const titles = this.cards.filter(({ position }) => position === name).map(({ title }) => title)
        return titles.length > 0 ? titles.join(', ') : 'none'
      })
      .join('')
  }
}

const usedDecks = ({ decks }: CompiledScript): readonly DeckUsed[] =>
  decks.map(({ alias, deck }) => ({ alias, name: deck.name, version: deck.version, sha256: indexOf(deck).sha256 }))

const UNVERSIONED = '0.0.0'

const spreadOf = ({ script }: CompiledScript, { spread }: ReadingInputs): SpreadName =>
  spread ?? { name: script.name, version: UNVERSIONED, title: script.title ?? script.name }

const EMPTY_MEMORY = { tick: 0 } as const

const resultOf = (
  compiled: CompiledScript,
  inputs: ReadingInputs,
  readingSession: ReadingSession,
  seed: number,
): ReadingOutcome => {
  const { facts, weigher, dealer, positions, cards, warnings, openPositions, skippedPositions } = readingSession
  const { script } = compiled
  facts.compute()
  const questionsInput = { script, facts, weigher, dealer, openPositions, skippedPositions }
  const questions = questionsOf(questionsInput)
  const coverage = coverageByDeck(weigher, dealer, cards)
  const oracle = speakByRules(script.speaks, { positions, cards, questions })
  const spread = spreadOf(compiled, inputs)
  const cardOf = (alias: string, id: string) =>
    compiled.decks.find((it) => it.alias === alias)?.deck.cards.find((card) => card.id === id)
  const says = script.says.map((say) => readingSession.say(say))
  const intention = inputs.intention ?? ''
  const report = { spread, intention, positions, cards, cardOf, says, questions, coverage, warnings }
  const { state = {}, memory = EMPTY_MEMORY } = inputs
  const allFacts = facts.all()
  return {
    ok: true,
    trace: dealer.trace,
    stakes: stakesOf(questionsInput),
    reading: {
      spread,
      seed,
      engine: ENGINE,
      positions,
      cards,
      facts: Object.fromEntries(allFacts.map(([name, { value }]) => [name, value])),
      fact_sources: Object.fromEntries(allFacts.map(([name, { source }]) => [name, source])),
      questions,
      coverage,
      output: outputOf({ ...report, ...(oracle && { oracle }) }),
      ...(oracle && { oracle }),
      replay: {
        script_sha256: sha256Hex(inputs.script),
        decks: usedDecks(compiled),
        state_sha256: jsonSha256(state),
        memory_tick: memory.tick,
        memory_sha256: jsonSha256(memory),
      },
      warnings,
    },
  }
}

/**
 * Runs a script over decks. The same inputs always give the same bytes. Invalid inputs return a refusal with code and
 * status; user input never throws.
 */
export const runReading = (inputs: ReadingInputs, shelf: readonly ShelfDeck[]): ReadingOutcome => {
  const compilation = compileScript(inputs.script, shelf)
  if (!compilation.ok)
    return { ok: false, refusal: { status: 400, code: 'script_invalid', errors: compilation.errors } }
  return runCompiled(compilation.compiled, inputs)
}

export const runCompiled = (compiled: CompiledScript, inputs: ReadingInputs): ReadingOutcome => {
  const problems = inputProblems(inputs)
  if (problems.length > 0) return { ok: false, refusal: { status: 400, code: 'invalid_input', errors: problems } }
  const facts = new Facts(compiled, inputs)
  if (facts.problems.length > 0)
    return { ok: false, refusal: { status: 400, code: 'invalid_input', errors: facts.problems } }
  const seed = inputs.seed ?? defaultSeed(sha256Hex(inputs.script), usedDecks(compiled), inputs)
  const session = new ReadingSession(compiled, inputs, facts, seed)
  for (const position of compiled.script.positions) {
    const refusal = session.read(position)
    if (refusal) return { ok: false, refusal }
  }
  return resultOf(compiled, inputs, session, seed)
}
