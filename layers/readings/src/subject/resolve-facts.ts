import type { CompiledScript } from '../check/compile-script.ts'
import { deckAsks, typeOfAsk } from '../check/name-space.ts'
import { evaluate, type Lookup } from '../facts/evaluate.ts'
import { type FactValue, fittingValue, optionOf, typeInWords } from '../facts/fact-value.ts'
import { type FactQuestion, TRAITS } from '../facts/traits.ts'
import type { FactOrigin, InputProblem, ReadingInputs } from '../record/reading.ts'
import type { AskStatement, FactSource, Literal, Script } from '../script/syntax.ts'

interface Fact {
  readonly value: FactValue
  readonly source: FactOrigin
  /**
   * The value that conditions use, if it differs: a trait with several values is a string in the response and a list in
   * conditions.
   */
  readonly conditionValue?: FactValue
}

const questionOfAsk = (ask: AskStatement): FactQuestion => ({ question: ask.question, ...typeOfAsk(ask) })

/**
 * Returns all facts that a reading can ask about. Questions of the script take precedence over those of decks, and
 * these over traits.
 */
export const askableFacts = ({ script, decks }: CompiledScript): ReadonlyMap<string, FactQuestion> =>
  new Map([
    ...Object.entries(TRAITS),
    ...deckAsks(decks.map(({ deck }) => deck)),
    ...script.asks.map((ask) => [ask.name.text, questionOfAsk(ask)] as const),
  ])

const defaultOf = ({ type }: FactQuestion, literal: Literal): FactValue => {
  if (type === 'any of') return [optionOf(literal)]
  return type === 'one of' && typeof literal === 'boolean' ? optionOf(literal) : literal
}

/** The facts of a reading. Sources in order of precedence: state, memory, words of the intention, default. */
export class Facts {
  readonly problems: InputProblem[] = []
  readonly #script: Script
  readonly #questions: ReadonlyMap<string, FactQuestion>
  readonly #suppliedFacts = new Map<string, Fact>()
  readonly #cardFacts = new Map<string, Fact>()
  readonly #scriptFacts = new Map<string, FactValue | undefined>()
  readonly #lineOfFact: ReadonlyMap<string, number>
  readonly #counts = new Map<string, number>()

  constructor(compiled: CompiledScript, { state = {}, memory, traits = {} }: ReadingInputs) {
    this.#script = compiled.script
    this.#questions = askableFacts(compiled)
    this.#lineOfFact = new Map(compiled.script.facts.map(({ name }) => [name.text, name.line]))
    for (const [name, value] of Object.entries(state)) this.#supply(name, value, 'state')
    for (const [name, value] of Object.entries(memory?.identity ?? {})) this.#supply(name, value, 'memory')
    for (const [name, value] of Object.entries(traits)) this.#supply(name, value, 'intention')
    for (const { name, default: literal } of compiled.script.asks) {
      const question = this.#questions.get(name.text)
      if (question && literal) this.#set(name.text, { value: defaultOf(question, literal.value), source: 'default' })
    }
  }

  #set(name: string, fact: Fact): void {
    if (!this.#suppliedFacts.has(name)) this.#suppliedFacts.set(name, fact)
  }

  #supply(name: string, value: FactValue, source: FactOrigin): void {
    const question = this.#questions.get(name)
    if (source === 'intention' && value === 'unknown') return
    const fitting = question === undefined ? value : fittingValue(question, value)
    if (fitting === undefined) {
      if (source === 'state' && question && value !== 'unknown')
        this.problems.push({ field: `state.${name}`, message: `must be ${typeInWords(question)}` })
    } else if (source === 'intention' && question === TRAITS[name]) {
      // A trait that neither the script nor a deck asks about stays a string in the response.
      this.#set(name, { value, source, conditionValue: fitting })
    } else this.#set(name, { value: fitting, source })
  }

  /** Computes the facts of the script; each can use those above it. Called before each position and once at the end. */
  compute(): void {
    this.#scriptFacts.clear()
    for (const { name, source } of this.#script.facts)
      this.#scriptFacts.set(name.text, this.#computeFact(source, name.line))
  }

  #computeFact(source: FactSource, line: number): FactValue | undefined {
    if (source.kind === 'literal') return source.literal.value
    if (source.kind === 'count') return this.#counts.get(source.position.text)
    const truth = evaluate(source.condition, this.lookupAt(line))
    if (truth === undefined) return undefined
    return truth ? source.then.value : source.else?.value
  }

  /** Records the number of drawn cards of a position. An undecided position has no count. */
  recordCount(position: string, count: number): void {
    this.#counts.set(position, count)
  }

  /** Sets the facts of a drawn card, unless they are known. */
  setFromCard(id: string, facts: Readonly<Record<string, Literal>>): void {
    for (const [name, value] of Object.entries(facts))
      if (!this.#suppliedFacts.has(name) && !this.#cardFacts.has(name) && !this.#lineOfFact.has(name))
        this.#cardFacts.set(name, { value, source: `card:${id}` })
  }

  #suppliedValue(name: string): FactValue | undefined {
    const fact = this.#suppliedFacts.get(name) ?? this.#cardFacts.get(name)
    return fact?.conditionValue ?? fact?.value
  }

  /** Returns a lookup of the facts visible in a line: facts of the script only if declared above it. */
  lookupAt(line: number): Lookup {
    return (name) => {
      const isAbove = (this.#lineOfFact.get(name) ?? Number.POSITIVE_INFINITY) < line
      if (isAbove) return this.#scriptFacts.get(name)
      return name.endsWith('.count') ? this.#counts.get(name.slice(0, -'.count'.length)) : this.#suppliedValue(name)
    }
  }

  /**
   * Lookup of the facts visible to cards. A fact of the script counts if it is a valid value for the question of that
   * name.
   */
  readonly lookupOfCards: Lookup = (name) => {
    const computed = this.#scriptFacts.get(name)
    const question = this.#questions.get(name)
    const fitting = computed !== undefined && question ? fittingValue(question, computed) : undefined
    return fitting ?? this.#suppliedValue(name)
  }

  sourceOf(name: string, line: number): { readonly source: FactSource; readonly line: number } | undefined {
    const fact = this.#script.facts.find((it) => it.name.text === name && it.name.line < line)
    return fact && { source: fact.source, line: fact.name.line }
  }

  questionOf(name: string): FactQuestion | undefined {
    return this.#questions.get(name)
  }

  /** Returns all known facts, sorted by name in code units. */
  all(): readonly (readonly [name: string, fact: Fact])[] {
    const all = new Map<string, Fact>([...this.#cardFacts, ...this.#suppliedFacts])
    for (const name of this.#lineOfFact.keys()) {
      const value = this.#scriptFacts.get(name)
      if (value === undefined) all.delete(name)
      else all.set(name, { value, source: 'script' })
    }
    return [...all].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }
}
