import type { Deck } from '../decks/card.ts'
import { ROLES } from '../decks/roles.ts'
import { didYouMean, type ScriptError, scriptError } from '../script/script-errors.ts'
import type { AskStatement, Condition, FactStatement, PositionStatement, Script, WordAt } from '../script/syntax.ts'
import { literalProblem, testProblems, testsIn, whereProblems } from './check-conditions.ts'
import { deckAsks, declaredNames, givenNames, type NameEntry, typeOfAsk } from './name-space.ts'

const POSITION_MEMBERS = ['count', 'titles']

const KINDS = { ask: 'a fact', fact: 'a fact', given: 'a fact', position: 'a position', deck: 'a deck' } as const

class NameChecker {
  readonly #script: Script
  readonly #decks: readonly Deck[]
  readonly #declared: ReadonlyMap<string, NameEntry>
  readonly #given: ReadonlyMap<string, NameEntry>

  constructor(script: Script, lineOfName: ReadonlyMap<string, number>, decks: readonly Deck[]) {
    this.#script = script
    this.#decks = decks
    this.#declared = declaredNames(script, lineOfName)
    this.#given = givenNames(decks)
  }

  problems(): readonly ScriptError[] {
    const { asks, facts, positions, says, speaks } = this.#script
    return [
      ...asks.flatMap((ask) => this.#ask(ask)),
      ...facts.flatMap((fact) => this.#fact(fact)),
      ...positions.flatMap((position) => this.#position(position)),
      ...says.flatMap(({ parts }) =>
        parts.flatMap((part) => (typeof part === 'string' ? [] : this.#placeholder(part))),
      ),
      ...speaks.flatMap(({ role, about }) => [
        ...(role ? this.#role(role) : []),
        ...about.flatMap((name) => this.#named(name, ['position']).problems),
      ]),
    ]
  }

  #visible(name: string, line: number): NameEntry | undefined {
    const declared = this.#declared.get(name)
    return declared && declared.line < line ? declared : this.#given.get(name)
  }

  #named(
    at: WordAt,
    kinds: readonly NameEntry['kind'][],
    name = at.text,
  ): { readonly thing?: NameEntry; readonly problems: readonly ScriptError[] } {
    const thing = this.#visible(name, at.line)
    if (thing && kinds.includes(thing.kind)) return { thing, problems: [] }
    const neededKind = KINDS[kinds[0] ?? 'fact']
    if (thing) {
      const what = `"${name}" is ${KINDS[thing.kind]}, and ${neededKind} is needed`
      return { problems: [scriptError('type_mismatch', at, what, this.#nearest(name, kinds, at.line))] }
    }
    const below = this.#declared.get(name)
    const hint = below ? `it is declared below, in line ${below.line}` : this.#nearest(name, kinds, at.line)
    return { problems: [scriptError('unknown_name', at, `no ${neededKind.replace(/^an? /, '')} "${name}"`, hint)] }
  }

  #nearest(name: string, kinds: readonly NameEntry['kind'][], line: number): string | undefined {
    const names = [...this.#declared, ...this.#given].filter(([, it]) => kinds.includes(it.kind) && it.line < line)
    return didYouMean(
      name,
      names.map(([candidate]) => candidate),
      (candidate) => this.#declared.get(candidate)?.line,
    )
  }

  #ask(ask: AskStatement): readonly ScriptError[] {
    const { name, type } = ask
    const asked = deckAsks(this.#decks).get(name.text)
    const problem =
      asked && asked.type !== type
        ? [scriptError('type_mismatch', name, `a deck asks "${name.text}" as ${asked.type}`, 'take its type')]
        : []
    if (!ask.default) return problem
    return [...problem, literalProblem(ask.default, name.text, typeOfAsk(ask)) ?? []].flat()
  }

  #fact({ from }: FactStatement): readonly ScriptError[] {
    if (from.kind === 'if') return this.#condition(from.condition)
    return from.kind === 'count' ? this.#counted(from.position) : []
  }

  /** `count` of a later position is unknown (ruling 12). */
  #counted(position: WordAt): readonly ScriptError[] {
    const isLater = this.#declared.get(position.text)?.kind === 'position'
    return isLater ? [] : this.#named(position, ['position']).problems
  }

  #position({ when, draws }: PositionStatement): readonly ScriptError[] {
    return [
      ...(when ? this.#condition(when) : []),
      ...draws.flatMap(({ deck, where }) => [
        ...this.#named(deck, ['deck']).problems,
        ...(where ? whereProblems(where) : []),
      ]),
    ]
  }

  #condition(condition: Condition): readonly ScriptError[] {
    return testsIn(condition).flatMap((test) => {
      const [name = '', member] = test.ref.text.split('.')
      if (member !== undefined) {
        const { problems } = this.#named(test.ref, ['position'], name)
        if (problems.length > 0) return problems
        return member === 'count'
          ? testProblems(test, { type: 'number' })
          : [this.#noMember(test.ref, member, ['count'])]
      }
      const { thing, problems } = this.#named(test.ref, ['ask', 'fact', 'given'])
      return thing?.type ? testProblems(test, thing.type) : problems
    })
  }

  #noMember(at: WordAt, member: string, members: readonly string[]): ScriptError {
    const hint = didYouMean(member, members) ?? `a position has ${members.join(' and ')}`
    return scriptError('unknown_name', at, `a position has no "${member}"`, hint)
  }

  #placeholder(part: WordAt): readonly ScriptError[] {
    const [name = '', member] = part.text.split('.')
    if (member === undefined) return this.#named(part, ['ask', 'fact', 'given']).problems
    const { problems } = this.#named(part, ['position'], name)
    if (problems.length > 0) return problems
    return POSITION_MEMBERS.includes(member) ? [] : [this.#noMember(part, member, POSITION_MEMBERS)]
  }

  #role(role: WordAt): readonly ScriptError[] {
    const roles = Object.keys(ROLES)
    if (roles.includes(role.text)) return []
    const hint = didYouMean(role.text, roles) ?? `roles are ${roles.join(', ')}`
    return [scriptError('unknown_word', role, `no role "${role.text}"`, hint)]
  }
}

export const nameProblems = (
  script: Script,
  lineOfName: ReadonlyMap<string, number>,
  decks: readonly Deck[],
): readonly ScriptError[] => new NameChecker(script, lineOfName, decks).problems()
