import type { ShelfDeck } from '../check/compile-script.ts'
import { indexOf } from '../decks/deck-index.ts'
import { namesIn } from '../facts/evaluate.ts'
import { factText } from '../facts/fact-text.ts'
import { parseScript } from '../script/parse-script.ts'
import { SCRIPT_LIMITS } from '../script/script-limits.ts'
import type { LoopState, ToolResult } from './loop.ts'

/**
 * Increases the number of cards of a position in the script, so that the reading can be repeated from its script alone.
 */
export const drawMore = (
  script: string,
  position: unknown,
): { readonly script: string; readonly result: ToolResult } => {
  const parsed = parseScript(script)
  const [draw] = parsed.ok ? (parsed.script.positions.find(({ name }) => name.text === position)?.draws ?? []) : []
  if (!draw) return { script, result: { ok: false, summary: `Position ${JSON.stringify(position)} does not exist` } }
  const { count, countAt } = draw
  if (count === 'all' || count >= SCRIPT_LIMITS.draw)
    return { script, result: { ok: false, summary: `Position ${String(position)} draws the maximum number of cards` } }
  const lines = script.split('\n')
  const line = lines[countAt.line - 1] ?? ''
  const start = countAt.column - 1
  lines[countAt.line - 1] = `${line.slice(0, start)}${count + 1}${line.slice(start + countAt.length)}`
  const extendedScript = lines.join('\n')
  if (!parseScript(extendedScript).ok)
    return { script, result: { ok: false, summary: `A reading has at most ${SCRIPT_LIMITS.cards} cards` } }
  return {
    script: extendedScript,
    result: { ok: true, summary: `Position ${String(position)} draws ${count + 1} cards` },
  }
}

export const explainCard = ({ reading }: LoopState, shelf: readonly ShelfDeck[], card: unknown): ToolResult => {
  for (const { deck } of shelf) {
    const indexed = indexOf(deck).cards.find((it) => it.card.id === card)
    if (!indexed) continue
    const { title, why, not_when, when } = indexed.card
    const names = indexed.when ? [...new Set(namesIn(indexed.when))] : []
    const facts = names.map(
      (name) => `${name} is ${factText(Object.hasOwn(reading.facts, name) ? reading.facts[name] : undefined)}`,
    )
    const condition = when === undefined ? 'It always applies.' : `It applies when ${when}; ${facts.join(', ')}.`
    return { ok: true, summary: `${title}. ${why} ${condition} Not when: ${not_when}.` }
  }
  return { ok: false, summary: `Card ${JSON.stringify(card)} does not exist` }
}
