import type { ContractIR } from '@signet/contracts/ir'

/** Words that begin a statement of Mermaid in upper or lower case, even in place of a state. */
const keywords: ReadonlySet<string> = new Set(
  'accdescr acctitle class classdef click default direction end hide href note scale state statediagram style'.split(
    ' ',
  ),
)

/** Mermaid reads a state name as a word. Any other name needs an alias. */
const isWord = (state: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(state) && !keywords.has(state.toLowerCase())

const escaped = (text: string): string => text.replaceAll(/[":#;]/g, (char) => `#${char.charCodeAt(0)};`)

/** Returns a state for use in quotes: Mermaid has no escape character there, and rejects an empty text. */
const quotedName = (state: string): string =>
  state === '' ? '(empty)' : state.replaceAll(/["#]/g, (char) => `#${char.charCodeAt(0)};`).replaceAll(/\s/g, ' ')

/**
 * Returns the state machine of a contract as a Mermaid state diagram (stateDiagram-v2), with one arrow for each pair of
 * states, labeled with its operations. `undefined` for a contract without a life cycle.
 */
export const diagram = ({ name, version, operations, entity }: ContractIR): string | undefined => {
  const states = entity?.states
  if (states === undefined) return undefined
  const ids = new Map(states.states.map((state, i) => [state, isWord(state) ? state : `state_${i}`]))
  const id = (state: string): string => ids.get(state) ?? state
  const aliases = states.states.filter((state) => id(state) !== state)
  const creations = operations.filter(({ kind }) => kind === 'create').map((operation) => operation.name)
  const label = (names: readonly string[]): string => (names.length === 0 ? '' : ` : ${names.map(escaped).join(', ')}`)
  const arrows = states.states.flatMap((from) => {
    const byTarget = new Map<string, string[]>()
    for (const [operation, to] of Object.entries(states.transitions[from] ?? {})) {
      byTarget.set(to, [...(byTarget.get(to) ?? []), operation])
    }
    return [...byTarget].map(([to, names]) => `  ${id(from)} --> ${id(to)}${label(names)}`)
  })
  return [
    '---',
    `title: ${JSON.stringify(`${name} ${version}`)}`,
    '---',
    'stateDiagram-v2',
    ...aliases.map((state) => `  state "${quotedName(state)}" as ${id(state)}`),
    `  [*] --> ${id(states.initial)}${label(creations)}`,
    ...arrows,
    ...states.terminal.map((state) => `  ${id(state)} --> [*]`),
    '',
  ].join('\n')
}
