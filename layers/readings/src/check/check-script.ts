import type { Deck } from '../decks/card.ts'
import { ROLES } from '../decks/roles.ts'
import { didYouMean, type ScriptError, scriptError } from '../script/script-errors.ts'
import type { AskStatement, Condition, FactStatement, PositionStatement, Script, WordAt } from '../script/syntax.ts'
import { leafConditionsIn, leafProblems, literalProblem, whereProblems } from './check-conditions.ts'
import { deckAsks, declaredNames, givenNames, type NameEntry, typeOfAsk } from './name-space.ts'

const POSITION_MEMBERS = ['count', 'titles']

const KIND_NAMES = { ask: 'a fact', fact: 'a fact', given: 'a fact', position: 'a position', deck: 'a deck' } as const

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
      ...asks.flatMap((ask) => this.#askProblems(ask)),
      ...facts.flatMap((fact) => this.#factProblems(fact)),
      ...positions.flatMap((position) => this.#positionProblems(position)),
      ...says.flatMap(({ parts }) =>
        parts.flatMap((part) => (typeof part === 'string' ? [] : this.#placeholderProblems(part))),
      ),
      ...speaks.flatMap(({ role, about }) => [
        ...(role ? this.#roleProblems(role) : []),
        ...about.flatMap((name) => this.#resolve(name, ['position']).problems),
      ]),
    ]
  }

  #visible(name: string, line: number): NameEntry | undefined {
    const declared = this.#declared.get(name)
    return declared && declared.line < line ? declared : this.#given.get(name)
  }

  #resolve(
    at: WordAt,
    kinds: readonly NameEntry['kind'][],
    name = at.text,
  ): { readonly entry?: NameEntry; readonly problems: readonly ScriptError[] } {
    const entry = this.#visible(name, at.line)
    if (entry && kinds.includes(entry.kind)) return { entry, problems: [] }
    const neededKind = KIND_NAMES[kinds[0] ?? 'fact']
    if (entry) {
      const message = `"${name}" is ${KIND_NAMES[entry.kind]}, and ${neededKind} is needed`
      return { problems: [scriptError('type_mismatch', at, message, this.#nearest(name, kinds, at.line))] }
    }
    const laterEntry = this.#declared.get(name)
    const hint = laterEntry ? `it is declared below, in line ${laterEntry.line}` : this.#nearest(name, kinds, at.line)
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

  #askProblems(ask: AskStatement): readonly ScriptError[] {
    const { name, type } = ask
    const deckAsk = deckAsks(this.#decks).get(name.text)
    const problem =
      deckAsk && deckAsk.type !== type
        ? [scriptError('type_mismatch', name, `a deck asks "${name.text}" as ${deckAsk.type}`, 'take its type')]
        : []
    if (!ask.default) return problem
    return [...problem, literalProblem(ask.default, name.text, typeOfAsk(ask)) ?? []].flat()
  }

  #factProblems({ source }: FactStatement): readonly ScriptError[] {
    if (source.kind === 'if') return this.#conditionProblems(source.condition)
    return source.kind === 'count' ? this.#countProblems(source.position) : []
  }

  /** A fact may count a later position; its value is unknown until that position is drawn. */
  #countProblems(position: WordAt): readonly ScriptError[] {
    const isLater = this.#declared.get(position.text)?.kind === 'position'
    return isLater ? [] : this.#resolve(position, ['position']).problems
  }

  #positionProblems({ when, draws }: PositionStatement): readonly ScriptError[] {
    return [
      ...(when ? this.#conditionProblems(when) : []),
      ...draws.flatMap(({ deck, where }) => [
        ...this.#resolve(deck, ['deck']).problems,
        ...(where ? whereProblems(where) : []),
      ]),
    ]
  }

  #conditionProblems(condition: Condition): readonly ScriptError[] {
    return leafConditionsIn(condition).flatMap((test) => {
      const [name = '', member] = test.ref.text.split('.')
      if (member !== undefined) {
        const { problems } = this.#resolve(test.ref, ['position'], name)
        if (problems.length > 0) return problems
        return member === 'count'
          ? leafProblems(test, { type: 'number' })
          : [this.#unknownMember(test.ref, member, ['count'])]
      }
      const { entry, problems } = this.#resolve(test.ref, ['ask', 'fact', 'given'])
      return entry?.type ? leafProblems(test, entry.type) : problems
    })
  }

  #unknownMember(at: WordAt, member: string, members: readonly string[]): ScriptError {
    const hint = didYouMean(member, members) ?? `a position has ${members.join(' and ')}`
    return scriptError('unknown_name', at, `a position has no "${member}"`, hint)
  }

  #placeholderProblems(part: WordAt): readonly ScriptError[] {
    const [name = '', member] = part.text.split('.')
    if (member === undefined) return this.#resolve(part, ['ask', 'fact', 'given']).problems
    const { problems } = this.#resolve(part, ['position'], name)
    if (problems.length > 0) return problems
    return POSITION_MEMBERS.includes(member) ? [] : [this.#unknownMember(part, member, POSITION_MEMBERS)]
  }

  #roleProblems(role: WordAt): readonly ScriptError[] {
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
