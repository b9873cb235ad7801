import { type Condition, loadDeck, parseCondition } from '@signet/readings'
import { PATTERNS } from '@signet/readings/classify'
import { type ConditionProperties, Engine, type TopLevelCondition } from 'json-rules-engine'

type RuleCondition = TopLevelCondition | ConditionProperties

const comparison = (fact: string, operator: string, value: unknown): ConditionProperties => ({ fact, operator, value })

const OPERATORS = {
  '=': 'same',
  '!=': 'other',
  '<': 'lessThan',
  '<=': 'lessThanInclusive',
  '>': 'greaterThan',
  '>=': 'greaterThanInclusive',
  has: 'same',
} as const

/** Returns a card's condition in the rival's terms. It has two values instead of three: unknown is false. */
const ruleOf = (condition: Condition): RuleCondition => {
  switch (condition.kind) {
    case 'and':
      return { all: condition.operands.map(ruleOf) }
    case 'or':
      return { any: condition.operands.map(ruleOf) }
    case 'not':
      return { not: ruleOf(condition.operand) }
    case 'holds':
      return comparison(condition.ref.text, 'same', true)
    case 'known':
      return comparison(condition.ref.text, condition.isKnown ? 'known' : 'unknown', true)
    case 'in':
      return { any: condition.literals.map(({ value }) => comparison(condition.ref.text, 'same', value)) }
    case 'compare':
      return comparison(condition.ref.text, OPERATORS[condition.operator], condition.literal.value)
  }
}

const isSame = (fact: unknown, value: unknown): boolean => (Array.isArray(fact) ? fact.includes(value) : fact === value)

const topLevel = (rule: RuleCondition): TopLevelCondition => ('fact' in rule ? { all: [rule] } : rule)

/** Creates an engine with the rules of every condition of a deck. */
export const engineOfDeck = async (
  name: string,
): Promise<{ readonly engine: Engine; readonly conditions: readonly Condition[] }> => {
  const deck = await loadDeck(name)
  if (!deck) throw new Error(`The deck ${name} does not exist`)
  const engine = new Engine([], { allowUndefinedFacts: true })
  engine.addOperator('same', isSame)
  engine.addOperator('other', (fact, value) => fact !== undefined && !isSame(fact, value))
  engine.addOperator('known', (fact) => fact !== undefined)
  engine.addOperator('unknown', (fact) => fact === undefined)
  const conditions: Condition[] = []
  const cards = deck.cards.filter(({ when }) => when !== undefined)
  for (const { id, when = '' } of cards) {
    const parsed = parseCondition(when)
    if (!parsed.ok) throw new Error(`${id}: ${when}`)
    conditions.push(parsed.condition)
    engine.addRule({ conditions: topLevel(ruleOf(parsed.condition)), event: { type: id } })
  }
  return { engine, conditions }
}

/** Creates an engine with a rule per term of the vocabulary, which matches whole words of the text. */
export const engineOfVocabulary = (): { readonly engine: Engine; readonly rules: number } => {
  const engine = new Engine([], { allowUndefinedFacts: true })
  engine.addOperator<string, string>('speaksOf', (text, term) => text.includes(` ${term} `))
  let rules = 0
  for (const { id, terms } of PATTERNS)
    for (const term of Object.values(terms).flatMap((phrases) => phrases.split(','))) {
      const conditions = { all: [comparison('text', 'speaksOf', term.trim().toLowerCase())] }
      engine.addRule({ conditions, event: { type: id } })
      rules += 1
    }
  return { engine, rules }
}
